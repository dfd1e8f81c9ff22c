/// The parts of the manual that no declaration holds.
enum ManualText {
  static let keys = """
    The prompt is a GNU readline line, with its editing keys, ~/.inputrc and a history. Each key below runs \
    a readline command, which ~/.inputrc can bind to another key between “$if targets” and “$endif”. M-h \
    lists the keys, and :help KEY names the command of a key.
    """

  static let lists: [(title: String, entries: [(String, String)])] = [
    ("Lists", places), ("Queries", queries), ("States of a row", states), ("Sources", sources),
    ("Files", files),
    ("Environment", environment),
    ("Exit status", statuses),
  ]

  static let seeAlso = "readline(3), fzf(1), xargs(1)"

  private static let places = [
    (
      "-l ./PATH, -l ../PATH, -l /PATH",
      """
      A list of a place: the nearest folder that holds .git, from the folder of PATH upwards, or else the \
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
      address, with --from; or ./default. run, refresh and import --mirror require -l. A store on a server has \
      no lists of folders. Filtering and picking without -l use no list.
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
      has login, db07 has 07, fooBar has Bar and HTMLParser has Parser. With --exact, match WORD \
      anywhere.
      """
    ),
    ("'WORD", "Match WORD anywhere in the name."),
    (
      "^WORD, WORD$, ^WORD$", "Match the start, the end or the whole of the name, never of details."
    ),
    ("!WORD", "Exclude rows that WORD matches; also !'WORD, !^WORD and !WORD$."),
    (
      "\\' \\^ \\! \\$",
      """
      Match the character itself where it would be a sign; \\\\ matches a backslash there. A sign alone is \
      the character itself, too.
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
    ("open", "Not decided, or the decision does not count."),
    ("dead, ok", "Decided, about the revision that the row has now."),
    (
      "changed",
      """
      Open again: since the decision, its revision (--revision-column) has changed, or it was dropped and \
      came back. confirm, :confirm and = in review decide it as before.
      """
    ),
    ("snoozed", "Not open until a time, set by snooze."),
    (
      "failed, succeeded",
      "How a command of run ended for the present state of the row; unknown counts as failed."
    ),
  ]

  private static let sources = [
    (
      "https://..., http://...",
      "Lists in JSON over HTTP, read by the helper program targets-from-http (libcurl)."
    ),
    (
      "demo:rows=N,page=N,failures=F",
      "Made-up names from a slow, unreliable source, to try things out (targets-from-demo)."
    ),
    (
      "SCHEME:...",
      """
      Any program targets-from-SCHEME, beside targets or in an absolute directory of PATH. It reads requests \
      and writes pages of names as lines of JSON.
      """
    ),
  ]

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
    ("~/.inputrc", "Key bindings of the prompt; INPUTRC names another file."),
  ]

  private static let environment = [
    ("TARGETS_STORE", "The store, like --store."),
    ("TARGETS_LIST", "The list, like --list; run, refresh and import --mirror ignore it."),
    ("TARGETS_AS", "The name under which edits are recorded, like --as. (default: the login name)"),
    ("TARGETS_DEFAULT_OPTS", "Default options for browsing and picking, quoted as in a shell."),
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
    ("TARGETS_HTTP_TOKEN", "A token for the server of --from, sent as “Authorization: Bearer”."),
    ("TARGETS_PICK_LIST", "The list from which the key of targets shell picks."),
    ("TARGETS_PICK_OPTS", "Options for that picker, such as --height 40%."),
    ("NO_COLOR, CLICOLOR_FORCE", "Turn colors off; force them on."),
    ("NO_MOTION", "Turn animation off."),
    ("ACCESSIBLE", "Print rows instead of redrawing them, like --plain."),
    ("TERM", "The terminal type; dumb implies --plain."),
    (
      "LC_ALL, LC_COLLATE, LC_CTYPE, LANG",
      "The locale: its alphabet orders the names, and it says whether the terminal takes UTF-8."
    ),
  ]

  private static let statuses = [
    (
      "0",
      "Rows were printed or picked, every row named is in the state asked for, or browsing was quit."
    ),
    (
      "1",
      "Nothing matched or was picked, a name is not in the list, a command of run failed, or the answer was no."
    ),
    (
      "2",
      "Wrong usage, an ambiguous name, unreadable input, a failed source or store, or a refused mirror."
    ),
    ("130", "Interrupted with Ctrl-C, or a picker was quit without a choice."),
  ]
}
