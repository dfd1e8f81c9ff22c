import Substrings

/// A text in the macros of manual pages (`man(7)`), for man-db and mandoc.
struct Roff {
  private(set) var text: String

  /// Whether the last line was a heading, so that a paragraph needs no macro.
  private var followsHeading = false

  /// Begins a page in section 1 of the manual.
  init(title: String, date: String, source: String) {
    text = ".TH \(Self.quoted(title.uppercased())) 1 \(date) \(Self.quoted(source))\n"
  }

  mutating func section(_ title: String) {
    text += ".SH \(Self.quoted(title.uppercased()))\n"
    followsHeading = true
  }

  mutating func subsection(_ title: String) {
    text += ".SS \(Self.quoted(title))\n"
    followsHeading = true
  }

  mutating func paragraph(_ words: String) {
    text += beginning + "\(Self.filled(words))\n"
  }

  private var beginning: String {
    mutating get {
      defer { followsHeading = false }
      return followsHeading ? "" : ".PP\n"
    }
  }

  /// A term in bold, with its meaning below.
  mutating func entry(_ term: String, _ meaning: String) {
    followsHeading = false
    text += ".TP\n.B \(Self.quoted(term))\n\(Self.filled(meaning))\n"
  }

  /// Lines that are not refilled.
  mutating func literal(_ lines: [String]) {
    text +=
      beginning + ".RS 4\n.nf\n" + lines.map { Self.escaped($0) + "\n" }.joined() + ".fi\n.RE\n"
  }

  /// Paragraphs, and indented lines unchanged, as in the help of a command.
  mutating func prose(_ words: String) {
    var example: [String] = []
    let lines = words.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for line in lines + [""] {
      if line.hasPrefix("  ") {
        example.append(String(line.dropFirst(2)))
        continue
      }
      if !example.isEmpty { literal(example) }
      example = []
      if line == "EXAMPLES:" {
        paragraph("Examples:")
      } else if !line.isEmpty {
        paragraph(line)
      }
    }
  }

  /// Text in lines of at most 79 bytes, each sentence on a new line.
  private static func filled(_ words: String) -> String {
    var lines = [""]
    for word in words.split(separator: " ").map({ escaped(String($0)) }) {
      let last = lines[lines.count - 1]
      let isSentence = last.hasSuffix(".") && !last.hasSuffix("..")
      if last.utf8.count + word.utf8.count > 78 || isSentence { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines.joined(separator: "\n")
  }

  /// A text without characters that roff would interpret.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "“": result += "\\(lq"
      case "”": result += "\\(rq"
      case "↓": result += "\\(da"
      case "↑": result += "\\(ua"
      case "…": result += "..."
      default: result.append(character)
      }
    }
    return result.hasPrefix(".") ? "\\&" + result : result
  }

  /// The argument of a macro.
  private static func quoted(_ text: String) -> String {
    "\"" + escaped(text).replacing(text: "\"", by: "\\(dq") + "\""
  }
}
