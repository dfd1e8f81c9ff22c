/// The parts of the manual that no declaration holds.
enum ManualText {
  static let keys = """
    The prompt is a line of GNU readline, with all its keys, ~/.inputrc and a history. Each key \
    below is a readline command that can be bound to another key there, between “$if targets” and \
    “$endif”; M-h shows them all, :help KEY the command of one.
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
      A list of a place: of the nearest folder, from that of PATH upwards, that holds .git, or else of \
      the folder of PATH. The work trees of a repository share its lists; a submodule has its own.
      """
    ),
    ("-l NAME", "A list of that name, the same in all folders."),
    (
      "-l SCHEME:...",
      """
      The list of an address, without a user and a password; another query makes another list, and only \
      a checksum of it is stored.
      """
    ),
    (
      "without -l",
      """
      TARGETS_LIST; else, with one file that is read, the list of its path; with --from that of the \
      address; else ./default. run and import --mirror require -l. A store on a server has no lists of \
      folders. Filtering and picking without -l use no list.
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
    ("^WORD, WORD$, ^WORD$", "Match the start, the end, the whole of the name, never of details."),
    ("!WORD", "Exclude rows that WORD matches; also !'WORD, !^WORD and !WORD$."),
    (
      "\\' \\^ \\! \\$",
      """
      Match the character itself, where it would be a sign; so does \\\\ there. A sign alone is \
      the character itself, too.
      """
    ),
    (
      "case and accents",
      """
      A word without capitals ignores case, and one without accents ignores accents. --case ignore \
      ignores both always, and --case exact never.
      """
    ),
  ]

  private static let states = [
    ("open", "Not decided, or the decision does not count."),
    ("dead, ok", "Decided, in the state that the row is in now."),
    (
      "changed",
      """
      Open, although it was decided: its revision, which --revision-column reads, is another one, or it \
      was gone and came back. confirm, :confirm and = in review decide it as before.
      """
    ),
    ("snoozed", "Not offered as open before a moment."),
    (
      "failed, done",
      "How a command of run ended for the state that the row is in; what is unknown counts as failed."
    ),
  ]

  private static let sources = [
    (
      "https://..., http://...",
      "Lists of JSON over HTTP, by the helper program targets-from-http, on libcurl."
    ),
    (
      "demo:rows=N,page=N,failures=F",
      "Made-up names, slow and unreliable, by the helper program targets-from-demo."
    ),
    (
      "SCHEME:...",
      """
      By any program targets-from-SCHEME beside targets or on the PATH: it reads requests and \
      writes pages of names as lines of JSON.
      """
    ),
  ]

  private static let files = [
    (
      "$XDG_DATA_HOME/targets/targets.db",
      "The store with all lists, a SQLite database; in ~/.local/share without the variable."
    ),
    (
      "$XDG_CACHE_HOME/targets/",
      "Snapshots of long lists, which open at once by them; they may be deleted at any time."
    ),
    ("$XDG_STATE_HOME/targets/history", "The history of the prompt; else in ~/.local/state."),
    ("$XDG_STATE_HOME/targets/approved/", "The recipes that you have approved on this machine."),
    ("$XDG_CONFIG_HOME/targets/recipes/", "Your own recipes for targets new; else in ~/.config."),
    ("~/.inputrc", "Keys of the prompt; INPUTRC names another file."),
  ]

  private static let environment = [
    ("TARGETS_STORE", "The store, like --store."),
    ("TARGETS_LIST", "The list, as --list; not for run and import --mirror."),
    ("TARGETS_AS", "Whose edits these are, as --as; else the login name."),
    ("TARGETS_DEFAULT_OPTS", "Options that browsing and picking begin with, quoted as in a shell."),
    (
      "TARGETS_DEFAULT_OPTS_FILE",
      """
      A file with one of them per line, and # comments. The variable wins over it, the recipe of a list \
      over both, and the command line over all.
      """
    ),
    ("TARGETS_PREVIEW", "The shell command of the preview, as --preview."),
    (
      "TARGETS_PREVIEW_COLUMNS, TARGETS_PREVIEW_LINES",
      "The size of the preview, for its command."
    ),
    ("TARGETS_HTTP_TOKEN", "A token for the server of --from, sent as “Authorization: Bearer”."),
    ("TARGETS_PICK_LIST", "The list that the key of targets shell picks from."),
    ("TARGETS_PICK_OPTS", "Options of that picker, such as --height 40%."),
    ("NO_COLOR, CLICOLOR_FORCE", "No colours; colours in any case."),
    ("NO_MOTION", "Rows that come and go are not animated."),
    ("ACCESSIBLE", "As --plain: rows are printed instead of redrawn."),
    ("TERM", "The terminal; dumb means --plain."),
    (
      "LC_ALL, LC_COLLATE, LC_CTYPE, LANG",
      "The locale, whose alphabet orders the names, and whether the terminal takes UTF-8."
    ),
  ]

  private static let statuses = [
    ("0", "Rows were printed, picked or changed, or the browser was left."),
    ("1", "Nothing was matched, picked or changed."),
    ("2", "Wrong usage, unreadable input, or the store or a source failed."),
    ("130", "The browser was interrupted, or a picker was left without a choice."),
  ]
}
