import CommandSyntax

/// The help of the program itself: its commands, and the options of browsing.
enum RootHelp {
  static let about = CommandText(
    "targets", "Keeps lists of names in the terminal and helps you work through them.",
    usage: """
      targets [OPTIONS] [FILE ...]
      targets -f QUERY [FILE ...]
      targets COMMAND [OPTIONS] [ARGUMENTS]
      """,
    discussion: """
      Pipe names in, name files, or open a list; type the start of any word and the list narrows; \
      decide each row with one key. Decisions are stored with their time and author.

      EXAMPLES:
        targets data/targets.txt                 browse a file
        git tag | targets -l ./tags
        targets show -l ./branches --dead | wc -l
        printf 'Arya Stark\\nSansa Stark\\n' | targets -f ar
        targets review -l ./branches           decide row by row, a key each
        targets run -l ./branches --dead       the command of the list's recipe, for each dead row

      Exit status: 0 rows printed, picked or changed; 1 nothing matched or picked; 2 wrong usage, \
      unreadable input, or the store failed; 130 interrupted, or a picker was left without a choice.
      """)

  /// The options that every command and the program take.
  private static let requests: [(term: String, meaning: String)] = [
    ("-h", "Print help in less than a screen."), ("--help", "Print all of it."),
    ("--version", "Print the version."),
  ]

  static var whole: String {
    var page = HelpPage()
    page.begin(about)
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
    page.add(about.abstract + "\n\nUSAGE: " + about.usage.replacing("\n", with: "\n       ") + "\n")
    for (title, commands) in CommandList.groups {
      page.add(heading: title, words: commands.filter { $0.about.isShown }.map { $0.about.name })
    }
    page.add("\nOf a command: targets COMMAND -h\nAll of it: targets --help")
    return page.text
  }
}
