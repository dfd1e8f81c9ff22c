/// Splits terminal input into parts that readline can handle without waiting.
///
/// readline would block the program at an incomplete sequence. So a paste is held back until its
/// end has arrived, and Esc until it is clear whether a sequence follows. An unbound sequence is
/// dropped instead of typed.
struct KeyInput {
  enum Step: Equatable {
    case keys([UInt8])
    case pasted([UInt8])

    /// Esc alone.
    case escape

    case mouse(MouseEvent)

    /// A key that calls no command, as the help writes keys.
    case unbound(String)

    /// More bytes may arrive; call `expire()` if none do.
    case held(Hold)
    case empty
  }

  enum Hold: Equatable {
    case sequence, paste
  }

  /// Longer sequences are dropped as invalid.
  private static let maximumSequence = 32

  /// If more bytes wait, the caller should take some before reading more.
  static let mostWaiting = 1 << 20

  private var bytes: ArraySlice<UInt8> = []
  private var paste: Paste?
  private var hasExpired = false

  var isFull: Bool { bytes.count >= Self.mostWaiting }

  /// Adds *m* bytes in O(*m*) on average.
  mutating func append(_ more: some Collection<UInt8>) {
    if bytes.isEmpty { bytes = ArraySlice(more) } else { bytes.append(contentsOf: more) }
    hasExpired = false
  }

  /// Call it after a timeout; held-back bytes then count as complete.
  mutating func expire() {
    hasExpired = true
  }

  /// Drops all keys, including those of an incomplete paste.
  mutating func removeAll() {
    self = KeyInput()
  }

  /// If `takesEscape`, readline accepts Esc as a key; `isBound` returns whether keys call a command.
  mutating func next(takesEscape: Bool, isBound: ([UInt8]) -> Bool) -> Step {
    while true {
      if paste != nil { return continuePaste() }
      guard let first = bytes.first else { return .empty }
      guard first == Self.escape else { return .keys(popText()) }
      switch Self.sequence(in: bytes) {
      case .partial:
        guard hasExpired else { return .held(.sequence) }
        let isBareEscape = bytes.count == 1
        let keys = popFirst(bytes.count)
        return isBareEscape && !takesEscape ? .escape : .keys(keys)
      case .escape:
        let key = popFirst(1)
        return takesEscape ? .keys(key) : .escape
      case .meta:
        let keys = popFirst(2)
        if !takesEscape, !isBound(keys), let name = KeyName.of(keys) { return .unbound(name) }
        return .keys(keys)
      case .complete(let count):
        let keys = popFirst(count)
        if keys == Paste.start {
          paste = Paste()
        } else if MouseEvent.isReport(keys) {
          if let event = MouseEvent(keys) { return .mouse(event) }
        } else if keys != Paste.end && (takesEscape || isBound(keys)) {
          return .keys(keys)
        } else if let name = KeyName.of(keys) {
          return .unbound(name)
        }
      case .noise:
        _ = popFirst(Self.maximumSequence)
      }
    }
  }

  private mutating func popFirst(_ count: Int) -> [UInt8] {
    defer { bytes = bytes.dropFirst(count) }
    return Array(bytes.prefix(count))
  }

  private mutating func popText() -> [UInt8] {
    popFirst((bytes.firstIndex(of: Self.escape) ?? bytes.endIndex) - bytes.startIndex)
  }

  private mutating func continuePaste() -> Step {
    guard var current = paste else { return .empty }
    let isComplete = current.read(from: &bytes)
    paste = current
    guard isComplete || hasExpired else { return .held(.paste) }
    paste = nil
    return .pasted(current.finished())
  }

  // MARK: Sequences

  private enum Shape {
    case partial, escape, meta, noise
    case complete(Int)
  }

  private static let escape: UInt8 = 0x1B

  /// Classifies the sequence at the start of the bytes, which begin with Esc.
  private static func sequence(in bytes: ArraySlice<UInt8>) -> Shape {
    guard let second = bytes.dropFirst().first else { return .partial }
    switch second {
    case escape:
      return .escape
    case UInt8(ascii: "O"):
      return bytes.count < 3 ? .partial : .complete(3)
    case UInt8(ascii: "["):
      let parameters = bytes.dropFirst(2).prefix(maximumSequence).prefix { $0 >= 0x20 && $0 < 0x40 }
      if parameters.endIndex < bytes.endIndex && parameters.count < maximumSequence {
        return .complete(parameters.endIndex - bytes.startIndex + 1)
      }
      return parameters.count < maximumSequence ? .partial : .noise
    default:
      return .meta
    }
  }
}
