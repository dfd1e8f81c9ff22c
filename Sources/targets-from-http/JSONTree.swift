import Foundation

/// A JSON document.
struct JSONTree {
  private let value: Any

  private init(_ value: Any) {
    self.value = value
  }

  /// Parses a whole document; `nil` for what is none.
  init?(_ bytes: [UInt8]) {
    guard let value = try? JSONSerialization.jsonObject(with: Data(bytes)) else { return nil }
    self.value = value
  }

  /// What is at a path: names of members with dots between.
  subscript(path: String) -> JSONTree? {
    var here = value
    // A name may have a dot in it: the whole path is tried first.
    if let member = (here as? [String: Any])?[path] { return JSONTree(member) }
    for name in path.split(separator: ".") {
      guard let member = (here as? [String: Any])?[String(name)] else { return nil }
      here = member
    }
    return JSONTree(here)
  }

  var elements: [JSONTree]? {
    (value as? [Any])?.map(JSONTree.init)
  }

  var isObject: Bool { value is [String: Any] }

  /// A string, or a number as one writes it.
  var text: String? {
    if let text = value as? String { return text }
    return number.map(\.stringValue)
  }

  /// A whole number that is not negative.
  var count: Int? {
    number.flatMap { Int(exactly: $0.doubleValue) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  private var number: NSNumber? {
    // True and false are numbers to Foundation; their type tells, which no number of JSON has.
    (value as? NSNumber).flatMap { String(cString: $0.objCType) == "c" ? nil : $0 }
  }
}
