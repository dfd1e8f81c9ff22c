import ListModel

/// The parts of the manual that are not declared elsewhere.
enum ManualText {
  static let keys = """
    The prompt is a GNU readline line, with its editing keys, ~/.inputrc and a history. Each key below runs \
    a readline command, which ~/.inputrc can bind to another key; see KEY BINDINGS. M-h lists the keys, and \
    :help KEY names the command of a key. C-d on an empty line ends targets, as :quit does.
    """

  static let workflow = """
    A list usually goes through four steps again and again: new makes it, refresh or import --mirror reads what there \
    is now, review decides the open rows, and run carries out a command for the decided ones. targets-from-http \
    is targets itself, as the helper for lists over HTTP. targets COMMAND --help explains one command, and \
    targets --version prints the version.
    """

  /// What a reader must know before the options.
  static let concepts: [(title: String, entries: [(String, String)])] = [
    ("Terms", terms), ("States of a row", states), ("Marks of a row", marks),
    ("History of a row", history), ("Lists", places),
    ("Queries", queries), ("Order and sections", order), ("Sharing a list", sharing),
  ]

  /// The environment of the program: files, variables and exit statuses.
  static let surroundings: [(title: String, entries: [(String, String)])] = [
    ("Files", files), ("Environment", environment), ("Exit status", statuses),
  ]

  static let seeAlso = """
    readline(3), fzf(1), xargs(1), and the documents in share/doc/targets: README.md, and below docs recipes, \
    formats, teams, plain mode and how to write a helper.
    """

  private static let terms = [
    (
      "row",
      "An entry of a list: a name, a state, and perhaps an ID, columns, a section, a revision and marks."
    ),
    (
      "name",
      """
      The text by which a row is shown and searched: UTF-8 of 1 to 4,096 bytes (on a server 2,700), without NUL \
      and without white space at its ends.
      """
    ),
    (
      "ID",
      """
      What identifies a row even if its name changes: 1 to 1,000 bytes. A row without an ID is identified by \
      its name. Rows with different IDs can have the same name; a command that is given such a name changes \
      nothing and lists the IDs. --id names one of the rows, and --every means all of them.
      """
    ),
    ("detail", "The other columns of a row, joined by two spaces and shown after the name."),
    (
      "revision",
      "What identifies the state of a row: a commit, an ETag, a checksum, a severity (--revision-column)."
    ),
    (
      "verdict, class",
      """
      A verdict is the word of a decision: dead, ok, or a word that the recipe defines. Its class, dead or ok, \
      says what it means.
      """
    ),
    (
      "decision",
      """
      A verdict with its time, its author and the revision that the row had. It counts until the row is changed \
      (see below). A new decision replaces the previous one.
      """
    ),
    ("mark", "A row can be liked or snoozed or have a note. Marks decide nothing."),
    (
      "edit",
      """
      One change to a list, of one row or of many: a decision, a note, an import, a refresh. One undo reverts it.
      """
    ),
    ("author", "The name under which an edit is recorded (--as)."),
    ("store", "The database that holds all lists: a file, or tables on a PostgreSQL server."),
    (
      "recipe",
      """
      The options that a list keeps: how its rows are read, shown, decided and acted on. The commands of a recipe \
      that someone else wrote run only after you have approved it (targets recipe --approve).
      """
    ),
    ("input, source", "The input is a file or a pipe. A source is what --source or --from reads."),
    ("mirror", "To import so that the list matches the input: refresh, and import --mirror."),
    (
      "select, tick, pick",
      """
      Select moves the highlight to a row, tick collects rows in review for one decision, and pick chooses rows \
      to print.
      """
    ),
    (
      "outcome",
      """
      The result of a command started by run for a row: succeeded, failed or unknown. It belongs to the row with \
      its present decision and revision, and to the command with its arguments. run repeats failed commands. \
      It repeats succeeded ones only with --again, and unknown ones only with --retry-unknown.
      """
    ),
    (
      "claim",
      """
      Before run starts a command for a row, it claims the row in the store, so that no other run starts this \
      command for it. The outcome replaces the claim; if the run ends without storing it, the outcome is unknown. \
      run --release releases the claims of a run whose command hangs.
      """
    ),
  ]

  private static let places = [
    (
      "-l ./PATH, -l ../PATH, -l /PATH",
      """
      A list of a folder: the nearest folder that holds .git, from the folder of PATH upwards, or else the \
      folder of PATH. The work trees of a repository share its lists; a submodule has its own.
      """
    ),
    ("-l NAME", "The list with this name, the same in all folders."),
    (
      "-l SCHEME:...",
      """
      The list of an address, without user and password. Another query is another list; only a checksum of \
      the query is stored.
      """
    ),
    (
      "without -l",
      """
      The list TARGETS_LIST, if it is set. Else the list of the path, if one file is read; the list of the \
      address, with --from; or ./default. run, refresh and import --mirror require -l. A server has \
      no lists of folders. Filtering and picking without -l use no list.
      """
    ),
  ]

  private static let sharing = [
    (
      "on a server",
      """
      The owner of a PostgreSQL database runs targets store create, gives rights by the SQL of targets store grant \
      --print, and copies lists with their recipes by targets store copy. GRANT targets_writers TO ann lets Ann decide. \
      Everybody sets TARGETS_STORE to the address, and approves the recipe of a list once (targets recipe --approve). \
      A list of a folder cannot be on a server: give it a name first (targets lists --rename).
      """
    ),
    (
      "two people",
      """
      Of two decisions about one row, the later one counts; the log has both, and shows who made them. An open \
      screen shows the decision of someone else within a second. undo reverts your own last edit, but is refused \
      if that would overwrite a later edit of the same row. review --part K/N gives each of N people other rows. \
      run starts no command for a row that another run is working on.
      """
    ),
    (
      "without a server",
      """
      targets show --format ndjson writes a list with its decisions, and targets import --format ndjson reads it \
      elsewhere.
      """
    ),
  ]

  private static let queries = [
    (
      "WORD",
      """
      Match rows in which a word starts with WORD. A row matches if it has every word of the \
      query. Words of a name start at its start, after each character that is not a letter or a \
      digit, between letters and digits, and at a capital after a lower-case letter: feature/login \
      has login, db07 has 07, fooBar has Bar and HTMLParser has Parser. A WORD that begins with such a \
      character is found wherever that character is. With --exact, match WORD anywhere.
      """
    ),
    ("'WORD", "Match WORD anywhere in the name."),
    (
      "^WORD, WORD$, ^WORD$",
      "Match the start, the end or the whole of the name, without blanks around it; never of details."
    ),
    ("!WORD", "Exclude rows that WORD matches; also !'WORD, !^WORD and !WORD$."),
    (
      "\\' \\^ \\! \\$",
      """
      Match the character itself; \\\\ before it, or at the start, matches a backslash. A sign without a word \
      after it is an ordinary character.
      """
    ),
    (
      "case and accents",
      """
      A word without capitals ignores case, and a word without accents ignores accents. --case ignore always \
      ignores both; --case exact never does.
      """
    ),
  ]

  private static let states = [
    (
      "open",
      "Without a decision that counts, and not snoozed. Every row starts open; reopen removes its decision."
    ),
    (
      "dead" + signs(.dead),
      "Decided: crossed off. Set by dead, or by another verdict of this class."
    ),
    (
      "ok" + signs(.ok),
      "Decided: reviewed, and to stay. Set by ok, or by another verdict of this class."
    ),
    (
      "changed" + signs(.changed),
      """
      Open again: since the decision, the revision has changed, or the row was gone and came back. (A row that \
      comes back with the same revision is not changed, unless a command started by run for that decision has \
      succeeded, or its outcome is unknown.) The earlier decision is shown, but does not count: --dead and --ok \
      skip the row. confirm, :confirm and = in review decide it as before.
      """
    ),
  ]

  private static let marks = [
    (
      "snoozed" + signs(.snoozed),
      """
      Not open until a time; then the row is open again by itself. Set by snooze, removed by wake. While a \
      decision counts, a snooze has no effect.
      """
    ),
    ("liked" + signs(.liked), "Starred for yourself. Set by like, removed by unlike."),
    (
      "noted",
      """
      Has a note: text of at most 4 KiB. Set by note, by m in review, or together with a decision by -m. A row has one \
      note: a new one replaces it, and a decision without -m keeps it.
      """
    ),
  ]

  private static let history = [
    ("new", "Added by the last mirror."),
    (
      "dropped",
      "No longer in the list, but remembered. Set by drop or a mirror; undo brings the row back."
    ),
    (
      "failed, succeeded",
      """
      A command started by run for the row in its present state ended this way. failed also selects rows whose \
      outcome is unknown, or whose command is running.
      """
    ),
  ]

  /// The symbols of a state in front of a row.
  private static func signs(_ flag: RowFlag) -> String {
    guard let sign = flag.sign else { return "" }
    let isSame = sign.unicode == sign.ascii
    return isSame ? " (\(sign.unicode))" : " (\(sign.unicode), with --ascii \(sign.ascii))"
  }

  private static let order = [
    (
      "--order name",
      "Sort by the collation of the locale. Names that are equal in the collation are ordered by their bytes."
    ),
    (
      "--order input",
      """
      Keep the order of the input. A list keeps it only if it was created or imported with --order input, or its \
      recipe has this option.
      """
    ),
    (
      "--order COLUMN[:desc]",
      """
      Sort by any column: its title, or its number if it has none. The columns of a paged source are id, detail \
      and revision. Two numbers are compared by value, other values by collation. Rows without a value are last.
      """
    ),
    (
      "--sections alphabet",
      """
      The alphabetical index of the locale, and A to Z. The section # has digits and signs, and the last one, \
      ..., has scripts without a title. This is the default for rows without a section column that are ordered by name.
      """
    ),
    (
      "--sections first-letter",
      "The first character of the name, in upper case. Like alphabet, it requires --order name."
    ),
    (
      "--sections column",
      """
      The values of the section column. This is the default for an input that has one, and for a list in which a \
      row has a section.
      """
    ),
    ("--sections none", "One section without a title. This is the default for other orders."),
  ]

  /// The text about sources of rows.
  static let sources = [
    (
      "https://..., http://...",
      """
      A list in JSON over HTTP, which needs libcurl. --name-field and --id-field name its fields, and \
      --query-param lets the server search.
      """
    ),
    (
      "demo:rows=N,page=N,failures=F",
      "Made-up names from a slow, unreliable source, to try things out."
    ),
    (
      "SCHEME:...",
      """
      Any program targets-from-SCHEME, beside targets or in an absolute directory of PATH: a helper. It reads \
      requests from standard input and writes answers to standard output, one line of JSON each. The first \
      request opens the source and has no answer. The others ask for a page; “cursor” is the “next” of the \
      previous page, and absent for the first page. “query” is what was typed; a helper that cannot search ignores \
      it. The last page has no “next”. The helper exits at the end of its input.
      """
    ),
  ]

  /// The text about requests to a helper, and its answers.
  static let exchange = """
    request  {"open":"hosts:all","options":{},"protocol":1}
    request  {"id":1,"limit":100,"query":""}
    answer   {"id":1,"next":"p2","rows":["db-1",{"id":"7","name":"web-1"}]}
    request  {"cursor":"p2","id":2,"limit":100,"query":""}
    answer   {"error":"the server is busy","id":2,"retryAfter":30}
    request  {"cursor":"p2","id":3,"limit":100,"query":""}
    answer   {"id":3,"rows":[{"detail":"front end","name":"web-2"}]}
    """

  static let helpers = """
    HelperPrograms.md in share/doc/targets/docs describes all fields and limits, and has two helpers to start from.
    """

  /// The text above ``inputrc``.
  static let bindings =
    "These lines in ~/.inputrc bind two commands of the prompt and one of review:"

  /// Lines in readline's own syntax.
  static let inputrc = """
    $if targets
    "\\C-xx": targets-dead
    "\\eo": targets-ok
    set keymap targets-review
    "x": targets-review-dead
    $endif
    """

  private static let files = [
    (
      "$XDG_DATA_HOME/targets/targets.db",
      "The store with all lists, a SQLite database. XDG_DATA_HOME is ~/.local/share by default."
    ),
    (
      "$XDG_CACHE_HOME/targets/",
      "Snapshots from which long lists open quickly; they can be deleted at any time."
    ),
    (
      "$XDG_STATE_HOME/targets/history",
      "The history of the prompt. XDG_STATE_HOME is ~/.local/state by default."
    ),
    ("$XDG_STATE_HOME/targets/approved/", "Which recipes you have approved on this machine."),
    (
      "$XDG_CONFIG_HOME/targets/recipes/",
      "Your own recipes for targets new. XDG_CONFIG_HOME is ~/.config by default."
    ),
    ("~/.inputrc", "Key bindings of the prompt."),
  ]

  private static let environment = [
    ("TARGETS_STORE", "The store, like --store."),
    ("TARGETS_LIST", "The list, like --list; run, refresh and import --mirror ignore it."),
    ("TARGETS_AS", "The author, like --as. (default: the login name)"),
    (
      "TARGETS_DEFAULT_OPTS",
      "Default options for browsing, review and picking on a terminal, quoted as in a shell."
    ),
    (
      "TARGETS_DEFAULT_OPTS_FILE",
      """
      A file with default options, one per line, and # comments. TARGETS_DEFAULT_OPTS overrides it, the \
      recipe of a list overrides both, and the command line overrides all.
      """
    ),
    ("TARGETS_PREVIEW", "The shell command of the preview, like --preview."),
    (
      "TARGETS_PREVIEW_COLUMNS, TARGETS_PREVIEW_LINES",
      "The size of the preview, set for its command."
    ),
    (
      "TARGETS_HTTP_TOKEN",
      "A token for the server that --from reads, sent as “Authorization: Bearer”."
    ),
    ("TARGETS_PICK_LIST", "The list from which the key of targets shell picks."),
    (
      "TARGETS_PICK_OPTS",
      "Options for picking a row by that key, separated by spaces, such as --height 40%."
    ),
    ("PAGER", "The program to which show passes long output. (default: less)"),
    ("VISUAL, EDITOR", "The editor that recipe --edit starts. (default: vi)"),
    ("INPUTRC", "The file of key bindings. (default: ~/.inputrc)"),
    ("NO_COLOR", "Turn colors off."),
    ("CLICOLOR_FORCE", "Use colors even if NO_COLOR is set, unless the value is 0."),
    ("NO_MOTION", "Turn animation off."),
    ("ACCESSIBLE", "Print rows instead of redrawing them, like --plain."),
    ("TERM", "The terminal type; dumb implies --plain, and no colors."),
    (
      "LC_ALL, LC_COLLATE, LC_CTYPE, LANG",
      "The locale: its alphabet orders the names, and it determines whether the terminal gets UTF-8."
    ),
    (
      "http_proxy, https_proxy, all_proxy, no_proxy, SSL_CERT_FILE",
      "Proxies, and a file of certificate authorities, for --from https."
    ),
    ("TMPDIR", "The folder of temporary files. (default: /tmp)"),
  ]

  private static let statuses = [
    (
      "0",
      """
      Rows were printed or picked; every named row is in the requested state, even if it already was; every \
      command started by run succeeded; browsing or review was quit.
      """
    ),
    (
      "1",
      """
      No row matched or was picked; an input of import without --mirror has no row; there was nothing to undo; \
      a name is not in the list, or a line is no name (the other names are edited); a command started \
      by run failed, or run refused a row; a line read by --commands failed; a question was answered with no.
      """
    ),
    (
      "2",
      """
      Wrong usage; no such list, column or file; a name that several rows have; input that cannot be read, or \
      has invalid lines with --strict; a newline in a name that --format names or todo would print; a source or store \
      that failed; damage found by store check; a mirror that has no input, or would drop more than half of a \
      list of 20 rows or more, or shares no row with it; a command that run cannot start; output that \
      cannot be written.
      """
    ),
    ("130", "Interrupted with Ctrl-C, or a picker was quit without a choice."),
    (
      "a signal",
      """
      A closed output pipe ends targets by SIGPIPE, without a message. Other signals end it after the terminal \
      was restored.
      """
    ),
  ]
}
