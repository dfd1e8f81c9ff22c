/// A value in a JSON document (RFC 8259), whose bytes are kept unchanged.
///
/// The structure of a document is checked when it is read. Strings and numbers are checked when
/// they are read, so that an invalid one does not affect the rest.
package struct JSONValue: Sendable {
  /// The maximum nesting depth of lists and objects.
  package static let maximumDepth = 512

  private let document: JSONDocument
  private let place: Int

  /// Reads a document, with or without a byte order mark; `nil` if it is not JSON in UTF-8.
  ///
  /// - Complexity: O(*n*) in the length of the document; 12 bytes for each value and each name.
  package init?(_ bytes: [UInt8]) {
    guard let document = JSONDocument(bytes) else { return nil }
    self.init(document, 0)
  }

  private init(_ document: JSONDocument, _ place: Int) {
    (self.document, self.place) = (document, place)
  }

  private var node: JSONDocument.Node { document.nodes[place] }

  package var isNull: Bool { node.kind == .null }
  package var isList: Bool { node.kind == .list }
  package var isObject: Bool { node.kind == .object }

  /// `nil` unless this is `true` or `false`.
  package var flag: Bool? {
    switch node.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// `nil` for any other value, and for a string that is not text: one with a control character,
  /// an unknown escape, or half of a surrogate pair.
  package var text: String? { document.text(of: node) }

  /// `nil` for any other value, and for a number that JSON does not allow.
  package var number: JSONNumber? {
    if node.kind != .number { return nil }
    return JSONNumber(String(decoding: document.bytes[node.range], as: UTF8.self))
  }

  // MARK: Lists and objects

  /// The elements of a list; empty for any other value.
  package var elements: some Sequence<JSONValue> {
    sequence(state: isList ? place + 1 : Int.max) { [document, end = place + node.count] next in
      if next >= end { return nil }
      defer { next += document.nodes[next].span }
      return JSONValue(document, next)
    }
  }

  /// The members of an object in order; empty for any other value.
  ///
  /// A name that is not text is `nil`.
  package var members: some Sequence<(name: String?, value: JSONValue)> {
    sequence(state: isObject ? place + 1 : Int.max) { [document, end = place + node.count] next in
      if next >= end { return nil }
      let name = document.text(of: document.nodes[next])
      defer { next += 1 + document.nodes[next + 1].span }
      return (name, JSONValue(document, next + 1))
    }
  }

  /// The first member with a name, compared byte by byte; `nil` also if the value is not an object.
  ///
  /// - Complexity: O(*n*) in the number of members.
  package subscript(_ name: String) -> JSONValue? {
    guard isObject else { return nil }
    let end = place + node.count
    var next = place + 1
    while next < end {
      if document.text(of: document.nodes[next], is: name) { return JSONValue(document, next + 1) }
      next += 1 + document.nodes[next + 1].span
    }
    return nil
  }

  /// The same, but `nil` for a member that is `null`.
  package func present(_ name: String) -> JSONValue? {
    self[name].flatMap { $0.isNull ? nil : $0 }
  }
}
