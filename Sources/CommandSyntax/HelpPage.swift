import Substrings

/// Help as it is printed, made from the declarations of commands.
package struct HelpPage {
  private static let width = 80

  /// The column in which descriptions begin.
  private static let indent = 26

  package private(set) var text = ""

  package init() {}

  /// The complete help of a command.
  package static func whole(_ about: CommandText, _ facts: [ArgumentFacts]) -> String {
    var page = HelpPage()
    page.begin(about)
    page.add(facts)
    return page.text
  }

  /// The purpose of a command and the names of its options, in less than a screen.
  package static func brief(_ about: CommandText, _ facts: [ArgumentFacts]) -> String {
    var page = HelpPage()
    page.add(about.abstract)
    page.addUsage(about)
    page.addBreak()
    for (heading, facts) in groups(facts.filter { $0.kind != .operand }) {
      page.add(
        heading: heading.isEmpty ? "Options" : heading, words: facts.map(\.synopsis))
    }
    page.add("\nAll options: targets \(about.name) --help")
    return page.text
  }

  // MARK: Parts

  /// The abstract, the usage lines and the discussion.
  package mutating func begin(_ about: CommandText) {
    add(about.abstract)
    addBreak()
    addUsage(about)
    if !about.discussion.isEmpty {
      addBreak()
      add(about.discussion)
    }
  }

  private mutating func addUsage(_ about: CommandText) {
    for (place, line) in about.usage.split(separator: "\n").enumerated() {
      text += (place == 0 ? "USAGE: " : "       ") + line + "\n"
    }
  }

  /// The arguments under their headings, those without one first.
  package mutating func add(_ facts: [ArgumentFacts]) {
    let operands = facts.filter { $0.kind == .operand && $0.isShown }
    if !operands.isEmpty { add(heading: "arguments", operands.map { ($0.synopsis, $0.meaning) }) }
    for (heading, facts) in Self.groups(facts.filter { $0.kind != .operand }) {
      add(heading: heading.isEmpty ? "options" : heading, Self.entries(facts))
    }
  }

  /// Terms and their meanings.
  package mutating func add(heading: String, _ entries: [(term: String, meaning: String)]) {
    addBreak()
    text += heading.uppercased() + ":\n"
    for (term, meaning) in entries {
      let lines = Self.filled(meaning, to: Self.width - Self.indent)
      let blanks = String(repeating: " ", count: Self.indent)
      let start = Self.filled(
        term.count + 2 > Self.width
          ? term.parts(separatedBy: ", ").joined(separator: ",\u{1F}") : term + "\u{1F}",
        to: Self.width - 2
      ).map { "  " + $0 }.joined(separator: "\n")
      let gap = Self.indent - start.count
      text += start
      text +=
        gap >= 2 ? String(repeating: " ", count: gap) : lines.isEmpty ? "" : "\n" + blanks
      text += lines.joined(separator: "\n" + blanks) + "\n"
    }
  }

  /// Words after a heading, on as few lines as possible.
  package mutating func add(heading: String, words: [String]) {
    let lines = Self.filled(heading + ": " + words.joined(separator: ",\u{1F}"), to: Self.width - 2)
    text += lines.joined(separator: "\n  ") + "\n"
  }

  /// Adds paragraphs, and indented lines unchanged.
  package mutating func add(_ prose: String) {
    for line in prose.split(separator: "\n", omittingEmptySubsequences: false) {
      let isPlain = line.hasPrefix(" ") || line.isEmpty
      let lines = isPlain ? [String(line)] : Self.filled(String(line), to: Self.width)
      text += lines.joined(separator: "\n") + "\n"
    }
  }

  package mutating func addBreak() { text += "\n" }

  // MARK: Making them

  /// Joins flags that share one description.
  package static func entries(_ facts: [ArgumentFacts]) -> [(term: String, meaning: String)] {
    var entries: [(term: String, meaning: String)] = []
    for facts in facts {
      if facts.kind == .flag, entries.last?.meaning == facts.meaning {
        entries[entries.count - 1].term += ", " + facts.synopsis
      } else {
        entries.append((facts.synopsis, facts.meaning))
      }
    }
    return entries
  }

  /// The visible arguments by heading, in order; those without a heading come first.
  private static func groups(
    _ facts: [ArgumentFacts]
  ) -> [(heading: String, facts: [ArgumentFacts])] {
    var groups: [(heading: String, facts: [ArgumentFacts])] = [("", [])]
    for facts in facts where facts.isShown {
      if let place = groups.firstIndex(where: { $0.heading == facts.heading }) {
        groups[place].facts.append(facts)
      } else {
        groups.append((facts.heading, [facts]))
      }
    }
    return groups.filter { !$0.facts.isEmpty }
  }

  /// A text in lines of at most `width` characters, broken at U+001F if the text has it, else at spaces.
  private static func filled(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    // U+001F separates synopses; a synopsis itself is not broken.
    let words =
      text.contains("\u{1F}") ? text.split(separator: "\u{1F}") : text.split(separator: " ")
    for word in words {
      if let last = lines.last, last.count + word.count < width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

extension ArgumentFacts {
  /// How the argument is written.
  package var synopsis: String {
    let optional = values.count - optionalValues
    let values = values.enumerated().map { $0 < optional ? $1 : "[\($1)]" }.joined(separator: " ")
    switch kind {
    case .operand: return values + (isRepeating ? " ..." : "")
    case .flag: return names.joined(separator: ", ")
    case .option: return names.joined(separator: ", ") + " \(values)" + (takesRest ? " ..." : "")
    case .optionWithOptionalValue: return names.joined(separator: ", ") + "[=\(values)]"
    }
  }

  /// The description, including the words that the argument accepts.
  package var meaning: String {
    choices.isEmpty ? help : "\(help) (\(choices.joined(separator: ", ")))"
  }
}
