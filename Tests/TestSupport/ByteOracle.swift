public import Testing

/// Checks that a stream of bytes is safe for a terminal.
///
/// Allowed are printable UTF-8, carriage return, line feed, and the escape sequences of a list.
/// Everything else is an offense: other controls, C1 in both forms, invalid UTF-8, bidirectional
/// controls, invisible characters, private use, noncharacters.
public struct ByteOracle: Sendable {
  /// The first part of an output that is not allowed.
  public struct Offense: Equatable, Sendable, CustomStringConvertible {
    /// What kind of offense it is.
    public let what: String

    /// Where it starts, in bytes from the beginning.
    public let offset: Int

    /// The bytes around it, escaped.
    public let context: String

    /// One line.
    public var description: String { "\(what) at byte \(offset), in \"\(context)\"" }
  }

  private let sequences: [[Substring]]
  private let controls: Set<UInt8>
  private let returnsBeforeFeedOnly: Bool

  /// Makes an oracle with a list of escape sequences.
  ///
  /// - Parameters:
  ///   - sequences: The texts that may follow ESC, such as `"[?25h"`; `#` stands for an optional
  ///     number, `*` for any parameters: `"[#;#H"`, `"[*m"`.
  ///   - controls: Further control characters, such as the bell.
  ///   - returnsBeforeFeedOnly: Whether a carriage return is only allowed before a line feed, once,
  ///     as the terminal adds it.
  public init(
    allowing sequences: [String], controls: Set<UInt8> = [], returnsBeforeFeedOnly: Bool = false
  ) {
    self.returnsBeforeFeedOnly = returnsBeforeFeedOnly
    self.sequences = sequences.map { Self.pieces($0) }
    self.controls = controls.union([0x0a, 0x0d])
  }

  /// The output that is allowed on all terminals but plain ones.
  ///
  /// This list is separate from the program's, so that a new sequence is an offense until it is
  /// added here.
  public static let screen = ByteOracle(allowing: screenSequences)

  /// The sequences of ``screen``.
  public static let screenSequences = [
    "[?2026h", "[?2026l", "[?7h", "[?7l", "[?25h", "[?25l", "[?1049h", "[?1049l", "[?2004h",
    "[?2004l", "[?1000h", "[?1000l", "[?1006h", "[?1006l", "[K", "[J", "[#X", "[#;#H", "[#G", "[#A",
    "[#B", "[#C", "[*m",
  ]

  /// The output that is allowed in plain mode: no sequences, and only the controls line feed (to
  /// which the terminal adds a carriage return) and backspace.
  public static let plain = ByteOracle(allowing: [], controls: [0x08], returnsBeforeFeedOnly: true)

  /// Finds the first offense.
  ///
  /// With `mayEndEarly`, the stream may stop inside a sequence or character, like that of a killed program.
  ///
  /// - Complexity: O(*n* + *k*·*m*), for *n* bytes, *k* different sequences in them and *m* allowed ones.
  public func firstOffense(in bytes: [UInt8], mayEndEarly: Bool = false) -> Offense? {
    var offset = 0
    var previous: Unicode.Scalar = "\0"
    var allowed: Set<String> = []
    while offset < bytes.count {
      if (0x20...0x7e).contains(bytes[offset]) {  // nearly all of it
        previous = Unicode.Scalar(bytes[offset])
        offset += 1
        continue
      }
      let end: Int?
      var what: String
      if bytes[offset] == 0x1b {
        end = Self.endOfSequence(in: bytes, from: offset)
        let sequence = String(decoding: bytes[(offset + 1)..<(end ?? bytes.count)], as: UTF8.self)
        if end != nil, allowed.contains(sequence) || isAllowed(sequence[...]) {
          what = ""
          allowed.insert(sequence)
        } else {
          what = "escape sequence ESC \(Self.escaped(Array(sequence.utf8)))"
        }
      } else {
        let scalar = Self.scalar(in: bytes, at: offset)
        end = scalar.end
        what = scalar.value.map { offense(of: $0, after: previous) } ?? "invalid UTF-8"
        previous = scalar.value ?? "\0"
      }
      if end == nil, mayEndEarly { return nil }
      if returnsBeforeFeedOnly, bytes[offset] == 0x0d {
        guard offset + 1 < bytes.count || !mayEndEarly else { return nil }
        if bytes[offset...].dropFirst().first != 0x0a { what = "carriage return" }
      }
      if !what.isEmpty {
        let around = bytes[max(offset - 20, 0)..<min((end ?? bytes.count) + 20, bytes.count)]
        return Offense(what: what, offset: offset, context: Self.escaped(around))
      }
      offset = end ?? bytes.count
    }
    return nil
  }

  /// Records an issue for the first offense in a program's output.
  public func check(
    _ bytes: [UInt8], mayEndEarly: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    if let offense = firstOffense(in: bytes, mayEndEarly: mayEndEarly) {
      Issue.record("\(offense)", sourceLocation: sourceLocation)
    }
  }
}

// MARK: Escape sequences

extension ByteOracle {
  /// The end of the sequence that starts at an ESC; `nil` if the stream ends first.
  ///
  /// Strings for the terminal (OSC, DCS, …) end with their introducer: they are never allowed, so
  /// their content does not matter.
  private static func endOfSequence(in bytes: [UInt8], from start: Int) -> Int? {
    var offset = start + 1
    guard offset < bytes.count else { return nil }
    if bytes[offset] == UInt8(ascii: "[") {
      offset += 1
      while offset < bytes.count, (0x20...0x3f).contains(bytes[offset]) { offset += 1 }
    } else {
      while offset < bytes.count, (0x20...0x2f).contains(bytes[offset]) { offset += 1 }
    }
    return offset < bytes.count ? offset + 1 : nil
  }

  private func isAllowed(_ sequence: Substring) -> Bool {
    sequences.contains { Self.matches(sequence, $0[...]) }
  }

  /// Splits a pattern at its wildcards, which become separate pieces.
  private static func pieces(_ pattern: String) -> [Substring] {
    var pieces: [Substring] = []
    var rest = pattern[...]
    while let wildcard = rest.firstIndex(where: { $0 == "#" || $0 == "*" }) {
      pieces += [rest[..<wildcard], rest[wildcard...wildcard]]
      rest = rest[rest.index(after: wildcard)...]
    }
    return pieces + [rest]
  }

  private static func matches(_ text: Substring, _ pieces: ArraySlice<Substring>) -> Bool {
    guard let piece = pieces.first else { return text.isEmpty }
    switch piece {
    case "#":
      let digits = text.prefix { ("0"..."9").contains($0) }
      return digits.count <= 6 && matches(text[digits.endIndex...], pieces.dropFirst())
    case "*":
      let parameters = text.prefix { ("0"..."9").contains($0) || $0 == ";" || $0 == ":" }
      return matches(text[parameters.endIndex...], pieces.dropFirst())
    default:
      return text.hasPrefix(piece) && matches(text.dropFirst(piece.count), pieces.dropFirst())
    }
  }
}

// MARK: Characters

extension ByteOracle {
  /// Reads one character.
  ///
  /// - Returns: No value if it is malformed, no end if the stream stops in the middle of it.
  private static func scalar(
    in bytes: [UInt8], at offset: Int
  ) -> (value: Unicode.Scalar?, end: Int?) {
    var rest = bytes[offset...].prefix(4).makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    if case .valid(let encoded) = parser.parseScalar(from: &rest) {
      return (Unicode.UTF8.decode(encoded), offset + encoded.count)
    }
    let length = [0xc0: 2, 0xd0: 2, 0xe0: 3, 0xf0: 4][Int(bytes[offset]) & 0xf0] ?? 1
    let present = bytes[offset...].prefix(length)
    let isCut = present.count < length && present.dropFirst().allSatisfy { $0 & 0xc0 == 0x80 }
    return (nil, isCut ? nil : offset + 1)
  }

  /// What is wrong with a character that was printed; empty if nothing is.
  private func offense(of scalar: Unicode.Scalar, after previous: Unicode.Scalar) -> String {
    let name = "U+" + String(scalar.value, radix: 16, uppercase: true)
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control:
      let isAllowed = scalar.isASCII && controls.contains(UInt8(truncatingIfNeeded: scalar.value))
      return isAllowed ? "" : "control character \(name)"
    case .format:
      return Self.isMeant(scalar, after: previous) ? "" : "invisible character \(name)"
    case .lineSeparator, .paragraphSeparator: return "line separator \(name)"
    case .privateUse: return "private-use character \(name)"
    case .unassigned where properties.isNoncharacterCodePoint: return "noncharacter \(name)"
    default: return ""
    }
  }

  private static let tags: ClosedRange<UInt32> = 0xe0020...0xe007f
  private static let blackFlag: UInt32 = 0x1f3f4

  /// Format characters with a visible effect: joiners, signs that span digits, and the tags of a
  /// black flag.
  private static func isMeant(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200c, 0x200d, 0x600...0x605, 0x6dd, 0x70f, 0x890, 0x891, 0x8e2, 0x110bd, 0x110cd: true
    case tags: previous.value == blackFlag || tags.contains(previous.value)
    default: false
    }
  }

  private static func escaped(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
      switch byte {
      case 0x1b: "\\e"
      case 0x0a: "\\n"
      case 0x0d: "\\r"
      case 0x20...0x7e: String(Unicode.Scalar(byte))
      default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }.joined()
  }
}
