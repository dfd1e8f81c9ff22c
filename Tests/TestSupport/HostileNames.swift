import LibraryTestSupport

/// Names that would have an effect if they were treated as a part of a script.
public enum HostileNames {
  /// One of each kind, chosen by hand.
  public static let fixed = [
    "$(touch pwned)", "`touch pwned`", "'; touch pwned; '", "\"; touch pwned; \"", "; touch pwned",
    "| touch pwned", "&& touch pwned", "& touch pwned &", "\ntouch pwned\n", "$(touch${IFS}pwned)",
    "'$(touch pwned)'", "\"$(touch pwned)\"", "\"'\"'\"`touch pwned`", "'\"; touch pwned #",
    "> pwned", ">pwned", "< /etc/passwd", "{a,b}", "*", "?", "[a-z]", "~", "~root", "!", "!!", "\\",
    "\\\\", "\\'", "'", "\"", "''", "\"\"", "#", "# x", "$", "$$", "$1", "${1}", "$HOME", "${IFS}",
    "$((1+1))", "a[$(touch pwned)]", "-rf", "--", "-", "-e", "a b", " a", "a\tb", "a  b", "\n",
    "a\n",
    "\n\n", "\r\n", "{}", "{id}", "\\{}", "%s", "%n%d", "\u{1B}[2J", "\u{7}", "\u{202E}cba", "é",
    "e\u{301}", "東京", "👩‍👩‍👧", "\u{FFFD}", "\u{85}", "\u{2028}", "=", "a=b", "PATH=x", "if", "}", "{",
    ")", "(", ";;", "<<EOF", "$'\\n'", "\\\n", "a\\", String(repeating: "x'\"$`\\ ", count: 10_000),
  ]

  /// At least this many names: the fixed ones, then random combinations of them.
  public static func some(_ count: Int) -> [String] {
    var generator = SeededGenerator(seed: 1)
    var names = fixed
    while names.count < count {
      let parts = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
        fixed.dropLast().randomElement(using: &generator) ?? ""
      }
      names.append(parts.joined())
    }
    return names
  }
}
