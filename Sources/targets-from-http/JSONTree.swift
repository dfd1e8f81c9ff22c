import FoundationEssentials

/// A value in a JSON document, decoded lazily.
struct JSONTree: Decodable {
  /// The maximum number of values in a document; each takes some 50 bytes.
  static let mostValues = 1_000_000

  private let decoder: any Decoder

  init(from decoder: any Decoder) {
    self.decoder = decoder
  }

  /// Parses a document (but no strings before they are read); `nil` if it is not JSON.
  init?(_ document: [UInt8]) {
    guard String(validating: document, as: UTF8.self) != nil,
      let tree = try? JSONDecoder().decode(JSONTree.self, from: Data(document))
    else { return nil }
    self = tree
  }

  /// An upper bound for the number of values in a document.
  static func valueCount(of document: [UInt8]) -> Int {
    document.reduce(1) { count, byte in
      switch byte {
      case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "{"): count + 1
      default: count
      }
    }
  }

  struct Object {
    fileprivate struct Name: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }

      init(stringValue: String) {
        self.stringValue = stringValue
      }

      init?(intValue: Int) { nil }
    }

    fileprivate let members: KeyedDecodingContainer<Name>

    /// The value at a path, which is a list of member names separated by dots.
    subscript(path: String) -> JSONTree? {
      // A member's name may contain a dot, so the whole path is tried first.
      if let member = member(path) { return member }
      guard let dot = path.firstIndex(of: "."), let object = member(String(path[..<dot]))?.object
      else { return nil }
      return object[String(path[path.index(after: dot)...])]
    }

    private func member(_ name: String) -> JSONTree? {
      let name = Name(stringValue: name)
      guard members.contains(name) else { return nil }
      return (try? members.superDecoder(forKey: name)).map(JSONTree.init(from:))
    }
  }

  /// The members; `nil` if this is not an object.
  var object: Object? {
    (try? decoder.container(keyedBy: Object.Name.self)).map(Object.init(members:))
  }

  var isList: Bool { (try? decoder.unkeyedContainer()) != nil }

  func forEachElement(_ body: (JSONTree) -> Void) {
    guard var elements = try? decoder.unkeyedContainer() else { return }
    while !elements.isAtEnd, let element = try? elements.superDecoder() {
      body(JSONTree(from: element))
    }
  }

  /// A string, or a number in decimal notation; `nil` for a number out of range.
  var text: String? {
    guard let value = try? decoder.singleValueContainer() else { return nil }
    if let text = try? value.decode(String.self) { return text }
    if let number = try? value.decode(Int.self) { return "\(number)" }
    return (try? value.decode(Decimal.self)).map { "\($0)" }
  }

  /// A non-negative integer.
  var count: Int? {
    let number = try? decoder.singleValueContainer().decode(Int.self)
    return number.flatMap { $0 >= 0 ? $0 : nil }
  }
}
