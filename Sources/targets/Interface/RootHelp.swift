import CommandSyntax
import Substrings

/// The help of the program itself: its commands, and the options of browsing.
enum RootHelp {
  static let about = CommandText(
    "targets", "Work through long lists in the terminal: type to narrow, decide with one key.",
    usage: """
      targets [OPTIONS] [FILE ...]
      targets -f QUERY [FILE ...]
      targets COMMAND [OPTIONS] [ARGUMENTS]
      """,
    discussion: """
      Pipe names in, open a file, or open a stored list. Type the start of any word, and the list narrows. \
      Decide each row with one key; each decision is stored with its time and author. Deciding a row dead does \
      nothing to the branch or host itself: run does, with a command for each decided row.

      EXAMPLES:
        targets data/targets.txt                 browse a file
        git tag | targets -l ./tags
        targets show -l ./branches --dead | wc -l
        printf 'Arya Stark\\nSansa Stark\\n' | targets -f ar
        targets review -l ./branches           decide row by row, one key each
        targets run -l ./branches --dead       the recipe's command for dead rows
      """)

  /// The options that the program and every command have.
  private static let requests: [(term: String, meaning: String)] = [
    ("-h", "Print a short help."), ("--help", "Print the full help."),
    ("--version", "Print the version."),
  ]

  private static let statuses = """
    Exit status: 0 rows were printed, picked or changed; 1 nothing matched or was picked; 2 wrong usage, \
    unreadable input, or a failed source or store; 130 interrupted, or a picker was quit without a choice.
    """

  static var whole: String {
    var page = HelpPage()
    page.begin(about)
    page.addBreak()
    page.add(statuses)
    for (title, commands) in CommandList.groups {
      let shown = commands.filter { $0.about.isShown }
      page.add(heading: "\(title) commands", shown.map { ($0.about.name, $0.about.abstract) })
    }
    page.add(heading: "Help", requests)
    page.add(BrowseCommand.facts)
    return page.text
  }

  static var brief: String {
    var page = HelpPage()
    page.add(
      about.abstract + "\n\nUSAGE: " + about.usage.replacing(text: "\n", by: "\n       ") + "\n")
    for (title, commands) in CommandList.groups {
      page.add(heading: title, words: commands.filter { $0.about.isShown }.map { $0.about.name })
    }
    page.add("\nOn a command: targets COMMAND -h\nAll options: targets --help")
    return page.text
  }
}
