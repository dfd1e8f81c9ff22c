/// The bytes of a document, and the places of its values in them.
final class JSONDocument: Sendable {
  let bytes: [UInt8]

  /// The values in order; in an object, each value follows its name.
  let nodes: [Node]

  struct Node: Sendable {
    enum Kind: UInt8 {
      case null, `false`, `true`, number

      /// A string whose bytes are its text.
      case plain

      /// A string with escapes, or with control characters, which are not allowed.
      case escaped
      case list, object
    }

    let kind: Kind

    /// The offset of the first byte; for a string, the offset after its opening quotation mark.
    let start: UInt32

    /// For a scalar, the number of its bytes; for a list or object, the number of its nodes,
    /// including its own.
    fileprivate(set) var size: UInt32

    fileprivate init(_ kind: Kind, _ range: Range<Int>) {
      (self.kind, start, size) = (kind, UInt32(range.lowerBound), UInt32(range.count))
    }

    /// The bytes of a scalar.
    var range: Range<Int> { Int(start)..<Int(start + size) }

    /// The number of nodes of a list or object, including its own.
    var count: Int { Int(size) }

    /// The distance to the next value, in nodes.
    var span: Int { kind == .list || kind == .object ? count : 1 }
  }

  init?(_ bytes: [UInt8]) {
    guard bytes.count < UInt32.max, (try? UTF8Span(validating: bytes.span)) != nil else {
      return nil
    }
    var reader = Reader(bytes)
    guard reader.read() else { return nil }
    (self.bytes, nodes) = (bytes, reader.nodes)
  }
}

// MARK: Strings

extension JSONDocument {
  func text(of node: Node) -> String? {
    switch node.kind {
    case .plain: String(decoding: bytes[node.range], as: UTF8.self)
    case .escaped: unescaped(bytes[node.range])
    default: nil
    }
  }

  func text(of node: Node, is text: String) -> Bool {
    if node.kind == .plain {
      return node.size == text.utf8.count && bytes[node.range].elementsEqual(text.utf8)
    }
    return self.text(of: node).map { $0.utf8.elementsEqual(text.utf8) } ?? false
  }

  private func unescaped(_ string: ArraySlice<UInt8>) -> String? {
    var text: [UInt8] = []
    text.reserveCapacity(string.count)
    var rest = string
    while let byte = rest.popFirst() {
      if byte < 0x20 { return nil }
      if byte != UInt8(ascii: "\\") {
        text.append(byte)
      } else if let scalar = Self.escaped(&rest), let code = UTF8.encode(scalar) {
        text += code
      } else {
        return nil
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads an escape after its backslash.
  private static func escaped(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    switch rest.popFirst() {
    case UInt8(ascii: "\""): "\""
    case UInt8(ascii: "\\"): "\\"
    case UInt8(ascii: "/"): "/"
    case UInt8(ascii: "b"): "\u{8}"
    case UInt8(ascii: "f"): "\u{C}"
    case UInt8(ascii: "n"): "\n"
    case UInt8(ascii: "r"): "\r"
    case UInt8(ascii: "t"): "\t"
    case UInt8(ascii: "u"): scalar(&rest)
    default: nil
    }
  }

  private static func scalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard let first = unit(&rest) else { return nil }
    guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
    guard rest.popFirst() == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u"),
      let second = unit(&rest), UTF16.isTrailSurrogate(second)
    else { return nil }
    return UTF16.decode(UTF16.EncodedScalar([first, second]))
  }

  /// Reads four hexadecimal digits.
  private static func unit(_ rest: inout ArraySlice<UInt8>) -> UInt16? {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = rest.popFirst().flatMap({ Character(Unicode.Scalar($0)).hexDigitValue })
      else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}

// MARK: Structure

/// Finds the values of a document, without recursion.
private struct Reader {
  let bytes: [UInt8]
  var nodes: [JSONDocument.Node] = []
  private var place = 0

  /// The lists and objects that are not closed yet.
  private var open: [Int] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  private enum Step {
    case invalid

    /// A list or an object began that is not empty.
    case opened
    case complete
  }

  /// Returns whether the bytes are a single value.
  mutating func read() -> Bool {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    while true {
      switch value() {
      case .invalid: return false
      case .opened: continue
      case .complete:
        while let container = open.last, !take(UInt8(ascii: ",")) {
          guard take(end(of: container)) else { return false }
          close(container)
        }
        if open.isEmpty { return peek() == nil }
      }
    }
  }

  /// Reads a scalar, or the beginning of a list or object; in an object, its name first.
  private mutating func value() -> Step {
    if let container = open.last, nodes[container].kind == .object {
      guard peek() == UInt8(ascii: "\""), string(), take(UInt8(ascii: ":")) else { return .invalid }
    }
    switch peek() {
    case UInt8(ascii: "{"): return begin(.object)
    case UInt8(ascii: "["): return begin(.list)
    case UInt8(ascii: "\""): return string() ? .complete : .invalid
    case UInt8(ascii: "t"): return word("true", .true)
    case UInt8(ascii: "f"): return word("false", .false)
    case UInt8(ascii: "n"): return word("null", .null)
    default: return number()
    }
  }

  // MARK: Lists and objects

  private mutating func begin(_ kind: JSONDocument.Node.Kind) -> Step {
    if open.count == JSONValue.maximumDepth { return .invalid }
    let container = nodes.count
    nodes.append(.init(kind, place..<place))
    open.append(container)
    place += 1
    guard take(end(of: container)) else { return .opened }
    close(container)
    return .complete
  }

  private func end(of container: Int) -> UInt8 {
    nodes[container].kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")
  }

  private mutating func close(_ container: Int) {
    open.removeLast()
    nodes[container].size = UInt32(nodes.count - container)
  }

  // MARK: Bytes

  /// The next byte that is not white space; `nil` at the end.
  private mutating func peek() -> UInt8? {
    while place < bytes.count {
      switch bytes[place] {
      case 0x20, 0x0A, 0x0D, 0x09: place += 1
      case let byte: return byte
      }
    }
    return nil
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    place += 1
    return true
  }

  private mutating func word(_ word: StaticString, _ kind: JSONDocument.Node.Kind) -> Step {
    let end = place + word.utf8CodeUnitCount
    let isThere = word.withUTF8Buffer { end <= bytes.count && bytes[place..<end].elementsEqual($0) }
    guard isThere else { return .invalid }
    nodes.append(.init(kind, place..<end))
    place = end
    return .complete
  }

  /// Reads up to the first byte that cannot belong to a number.
  private mutating func number() -> Step {
    let start = place
    while place < bytes.count {
      switch bytes[place] {
      case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "e"), UInt8(ascii: "E"):
        place += 1
        continue
      default: break
      }
      break
    }
    if place == start { return .invalid }
    nodes.append(.init(.number, start..<place))
    return .complete
  }

  /// Reads up to the quotation mark that ends a string.
  private mutating func string() -> Bool {
    let start = place + 1
    var kind = JSONDocument.Node.Kind.plain
    var next = start
    while next < bytes.count {
      let byte = bytes[next]
      if byte == UInt8(ascii: "\"") {
        nodes.append(.init(kind, start..<next))
        place = next + 1
        return true
      }
      if byte == UInt8(ascii: "\\") {
        kind = .escaped
        next += 1
      } else if byte < 0x20 {
        kind = .escaped
      }
      next += 1
    }
    return false
  }
}
