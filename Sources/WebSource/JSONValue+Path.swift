import JSON

extension JSONValue {
  /// The maximum number of values in an answer, which limits the memory that they take.
  static let largestCount = 1_000_000

  /// An upper bound for the number of values in a document.
  static func count(in document: [UInt8]) -> Int {
    document.reduce(1) { count, byte in
      switch byte {
      case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "{"): count + 1
      default: count
      }
    }
  }

  /// The value at a path, which is a list of member names separated by dots.
  subscript(path path: String) -> JSONValue? {
    // A member's name may contain a dot, so the whole path is tried first.
    if let member = self[path] { return member }
    guard let dot = path.firstIndex(of: "."), let object = self[String(path[..<dot])] else {
      return nil
    }
    return object[path: String(path[path.index(after: dot)...])]
  }

  /// A string, or a number in decimal notation; `nil` for a number out of range.
  var scalar: String? { text ?? number?.decimal }

  /// A non-negative integer.
  var count: Int? { number?.integer.flatMap { $0 >= 0 ? $0 : nil } }
}
