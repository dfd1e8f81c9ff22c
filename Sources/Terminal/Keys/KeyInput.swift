/// Parts what the terminal sends into what readline can be given at once.
///
/// readline reads on where a sequence is incomplete, and would block the program there. So a
/// paste is held back until its end has arrived, an Esc until it is clear whether a sequence
/// follows, and a sequence nobody has bound is dropped instead of typed.
struct KeyInput {
  /// What to do next.
  enum Step: Equatable {
    /// Keys for readline.
    case keys([UInt8])

    /// Text that was pasted.
    case pasted([UInt8])

    /// Esc by itself.
    case escape

    /// More may come; `expire()` is to be called if nothing does.
    case held(Hold)

    /// Everything has been handed out.
    case empty
  }

  /// What is being waited for.
  enum Hold: Equatable {
    case sequence, paste
  }

  /// Longer sequences are noise.
  private static let maximumSequence = 32

  /// So many bytes may wait; whoever has read more is to read on only when some have been handed out.
  static let mostWaiting = 1 << 20

  private var bytes: ArraySlice<UInt8> = []
  private var paste: Paste?
  private var hasExpired = false

  /// Whether as much waits as may.
  var isFull: Bool { bytes.count >= Self.mostWaiting }

  /// Adds what was read.
  ///
  /// - Complexity: O(*m*) on average, where *m* is the number of bytes added.
  mutating func append(_ more: some Collection<UInt8>) {
    if bytes.isEmpty { bytes = ArraySlice(more) } else { bytes.append(contentsOf: more) }
    hasExpired = false
  }

  /// Nothing has followed for long enough: what is held counts as complete.
  mutating func expire() {
    hasExpired = true
  }

  /// Forgets everything, an unfinished paste too.
  mutating func removeAll() {
    self = KeyInput()
  }

  /// The next step.
  ///
  /// `takesEscape` is true while readline itself waits for a key that may be Esc; `isBound` says
  /// whether a whole sequence runs a command.
  mutating func next(takesEscape: Bool, isBound: ([UInt8]) -> Bool) -> Step {
    while true {
      if paste != nil { return continuePaste() }
      guard let first = bytes.first else { return .empty }
      guard first == Self.escape else { return .keys(takeText()) }
      switch Self.sequence(in: bytes) {
      case .partial:
        guard hasExpired else { return .held(.sequence) }
        let isBareEscape = bytes.count == 1
        let keys = take(bytes.count)
        return isBareEscape && !takesEscape ? .escape : .keys(keys)
      case .escape:
        let key = take(1)
        return takesEscape ? .keys(key) : .escape
      case .meta:
        return .keys(take(2))
      case .complete(let count):
        let keys = take(count)
        if keys == Paste.start {
          paste = Paste()
        } else if keys != Paste.end && (takesEscape || isBound(keys)) {
          return .keys(keys)
        }
      case .noise:
        _ = take(Self.maximumSequence)
      }
    }
  }

  private mutating func take(_ count: Int) -> [UInt8] {
    defer { bytes = bytes.dropFirst(count) }
    return Array(bytes.prefix(count))
  }

  private mutating func takeText() -> [UInt8] {
    take((bytes.firstIndex(of: Self.escape) ?? bytes.endIndex) - bytes.startIndex)
  }

  private mutating func continuePaste() -> Step {
    guard var current = paste else { return .empty }
    let isComplete = current.take(from: &bytes)
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

  /// What the bytes, which start with Esc, begin with.
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
