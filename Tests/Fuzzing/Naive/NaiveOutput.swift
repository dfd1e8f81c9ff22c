/// The output of a command as lines, with all of it available at once.
struct NaiveOutput {
  private(set) var lines: [[Unicode.Scalar]] = []

  /// Whether there was output after the last line that fits.
  private(set) var isCut = false

  private let most: Int
  private var line: [Unicode.Scalar] = []
  private var isOpen = false
  private var hasReturned = false

  init(_ bytes: [UInt8], mostLines most: Int) {
    self.most = most
    let text = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    var place = 0
    while place < text.count {
      if text[place] == "\u{1B}" {
        place = skipSequence(text, place)
      } else {
        show(text[place])
        place += 1
      }
    }
    if isOpen, lines.count < most { lines.append(line) }
  }

  private mutating func show(_ scalar: Unicode.Scalar) {
    if scalar == "\r" { return hasReturned = true }
    isCut = isCut || lines.count == most
    if lines.count == most { return }
    if scalar == "\n" {
      lines.append(line)
      isOpen = false
      restart()
    } else {
      if hasReturned { restart() }
      isOpen = true
      line.append(scalar)
    }
  }

  private mutating func restart() {
    line = []
    hasReturned = false
  }

  /// Skips a sequence that begins with Esc, and returns its end.
  private mutating func skipSequence(_ text: [Unicode.Scalar], _ start: Int) -> Int {
    let isEnd: (Unicode.Scalar) -> Bool = { ["\n", "\u{18}", "\u{1A}"].contains($0) }
    guard start + 1 < text.count else { return text.count }
    let next = text[start + 1]
    switch next {
    case "[": return skipControl(text, start + 2)
    case "]", "P", "X", "^", "_":
      var place = start + 2
      while place < text.count, !isEnd(text[place]) {
        if text[place] == "\u{7}" || text[place] == "\u{9C}" { return place + 1 }
        if text[place] == "\u{1B}" {
          let isEnded = place + 1 < text.count && text[place + 1] == "\\"
          return isEnded ? place + 2 : skipSequence(text, place)
        }
        place += 1
      }
      return place
    case " "..."/":
      let isBroken = start + 2 < text.count && isEnd(text[start + 2])
      return min(start + (isBroken ? 2 : 3), text.count)
    case "0"..."~": return start + 2
    case _ where isEnd(next): return start + 1
    default:
      show("\u{1B}")
      return start + 1
    }
  }

  /// Skips a control sequence; one that erases the line (`K`) restarts it.
  private mutating func skipControl(_ text: [Unicode.Scalar], _ start: Int) -> Int {
    let parameters = text[start...].prefix { (" "..."?").contains($0) }
    let end = start + parameters.count
    guard end < text.count, ("@"..."~").contains(text[end]) else { return end }
    if text[end] == "K", parameters.count <= 64 {
      let parameter = String(String.UnicodeScalarView(parameters))
      let isRest = parameter == "" || parameter == "0"
      if parameter == "2" || isRest && hasReturned { restart() }
    }
    return end + 1
  }
}
