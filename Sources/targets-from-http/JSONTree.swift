import FoundationEssentials

/// A JSON document, or a part of it: of what is not asked for nothing is made.
struct JSONTree: Decodable {
  /// More values are not taken: each costs some fifty bytes.
  static let mostValues = 1_000_000

  private let decoder: any Decoder

  /// Looks at what a decoder is at.
  init(from decoder: any Decoder) {
    self.decoder = decoder
  }

  /// Reads a whole document; `nil` for what is none.
  ///
  /// Of its strings those that are looked at are checked.
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

  /// The members of an object.
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

    /// What is at a path: names of members with dots between.
    subscript(path: String) -> JSONTree? {
      // A name may have a dot in it: the whole path is tried first.
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

  /// The members, if it is an object.
  var object: Object? {
    (try? decoder.container(keyedBy: Object.Name.self)).map(Object.init(members:))
  }

  /// Whether it is a list.
  var isList: Bool { (try? decoder.unkeyedContainer()) != nil }

  /// Goes through the elements of a list, one after the other.
  func forEachElement(_ body: (JSONTree) -> Void) {
    guard var elements = try? decoder.unkeyedContainer() else { return }
    while !elements.isAtEnd, let element = try? elements.superDecoder() {
      body(JSONTree(from: element))
    }
  }

  /// A string, or a number as one writes it; `nil` for a number beyond all that are in use.
  var text: String? {
    guard let value = try? decoder.singleValueContainer() else { return nil }
    if let text = try? value.decode(String.self) { return text }
    if let number = try? value.decode(Int.self) { return "\(number)" }
    return (try? value.decode(Decimal.self)).map { "\($0)" }
  }

  /// A whole number that is not negative.
  var count: Int? {
    let number = try? decoder.singleValueContainer().decode(Int.self)
    return number.flatMap { $0 >= 0 ? $0 : nil }
  }
}
