package import ListModel
package import NameSearch
package import Pagination
package import TerminalText

extension Browser {
  /// The options, fixed while the browser runs.
  package struct Settings: Sendable {
    /// The purpose of the session; with `picking`, it ends when Enter accepts rows.
    package enum Purpose: Sendable {
      case editing
      case picking
    }

    package var purpose = Purpose.editing

    /// The maximum number of rows that a picker takes; `nil` if only one can be picked.
    package var mostPicks: Int?

    /// Whether a picker takes the only match of the initial query without asking.
    package var takesSingleMatch = false

    /// Whether a picker ends without asking if nothing matches the initial query.
    package var endsWithoutMatch = false
    package var match = NameQuery.MatchRule.words
    package var sensitivity = NameQuery.Sensitivity.smart

    /// Whether words without signs may be anywhere in a name, not only at the start of a word.
    package var looksInsideWords = false

    /// Whether words may be in the detail, too.
    package var looksInDetails = false
    package var glyphs = Glyphs.unicode

    /// Whether colors are used; no information depends on them alone.
    package var isColored = true

    /// The text before the prompt line.
    package var prompt = "targets> "

    /// The lines above the rows, which cannot be picked.
    package var header: [String] = []

    /// The keys that accept rows as Enter does.
    package var expectedKeys: [ExpectedKey] = []

    /// Whether the terminal's cursor is on the selected row while rows are browsed, for screen
    /// readers; then nothing is animated, and lines are drawn with letters.
    package var cursorIsOnRow = false

    /// Whether the prompt is above the rows instead of below.
    package var isReversed = false

    /// Whether a short list takes fewer lines than the window has.
    package var takesOnlyRowsNeeded = false

    /// How rows are shown that are unchanged lines of an input; `nil` for names of a list.
    package var lineForm: LineForm?

    /// Whether rows have the marks of a list, and can be edited.
    package var usesStore = true

    /// Whether there is no store yet, so that the user may not know the keys.
    package var isFirstRun = false

    /// Whether printed rows are visible above the list, not only after the session.
    package var printsAbove = false

    package var isAnimated = true

    /// Whether rows are printed and numbered, with nothing redrawn ("plain mode").
    package var isPlain = false

    /// Whether the lines come from a script, in plain mode: there are no questions, and all rows
    /// are printed, because there is no window to fill.
    package var isScripted = false

    /// Whether a script may run shell commands.
    package var allowsShell = true

    /// The list that is edited.
    package var listName = "default"

    /// All lists, for completion.
    package var listNames: [String] = []

    /// Whether the rows are those of a stored list, not names from a source.
    package var browsesKeptList = true

    /// Whether to write the snapshot of a long list when the program is idle.
    package var keepsSnapshots = false

    /// Whether pages are read only when needed, from a source that may give rows flags and details.
    package var isPaged = false

    /// When to retry a failed page automatically; `nil` for never.
    package var retryPolicy: RetryPolicy?

    /// Whether the source can be read again; a pipe cannot.
    package var canStartOver = true

    /// Whether a skipped line is an error.
    package var isStrict = false

    /// The query for a text with these settings.
    func nameQuery(_ text: String) -> NameQuery {
      NameQuery(
        text, match: match, sensitivity: sensitivity, looksInsideWords: looksInsideWords,
        looksInDetails: looksInDetails)
    }

    /// The query given at the start.
    package var query = ""

    /// Whether the status line shows how many rows are decided, in total and today.
    package var countsProgress = false

    /// Whether the store is polled each second for edits of others, so that own edits need not
    /// check for them.
    package var asksStoreEachSecond = false

    /// Whether the session begins in review mode.
    package var reviews = false

    /// The part of the rows to review; `nil` for all.
    package var part: Part?

    /// The rows that had a verdict when the session began, and its word; `nil` for all rows.
    package var decidedAs: (word: String, rows: NamedRows)?

    /// The verdicts of the list, with their keys in review; empty if it has only dead and ok.
    package var verdicts: [VerdictKey] = []

    package var isReadOnly = false

    /// The shell command whose output for the selected row is shown; `nil` for none.
    package var preview: String?

    /// Why there is no preview although the list has a command for it.
    package var previewRefusal: String?

    /// What the user should know when the list is opened.
    package var openingHint: String?

    /// What the user should know if the query given at the start matches no row.
    package var queryHint: String?

    /// The initial filter.
    package var show = Show.all

    package init() {}
  }
}

extension Browser.Settings {
  /// Whether a line that starts with a colon is a command.
  ///
  /// In a picker without a list it is not, so that any text can be searched for, and nothing that
  /// is typed or pasted is carried out.
  var takesCommands: Bool { purpose == .editing || usesStore || isScripted }

  /// The verdict that Enter gives: the first one of class dead.
  var firstDead: Verdict { verdicts.first { $0.verdict.class == .dead }?.verdict ?? .dead }

  /// The characters for rules and progress signs.
  var drawing: Glyphs { cursorIsOnRow ? .ascii : glyphs }

  /// The verdict that a key of review mode gives; `nil` for all other keys.
  func verdict(ofKey key: Character) -> Verdict? { verdicts.first { $0.key == key }?.verdict }

  /// The words of all verdicts, those of the list first.
  var verdictWords: [String] { verdicts.words + ["dead", "ok"] }

  var verdictColumns: Int {
    min(verdictWords.map(\.count).max() ?? 0, RowPainter.mostVerdictColumns)
  }

  /// Whether review mode has a command, and not only its key.
  package func offers(_ command: ReviewCommand) -> Bool { reviewCommands.contains(command) }

  /// The keys of review mode; if the list has verdicts of its own, their keys replace d and o.
  var reviewCommands: [ReviewCommand] {
    ReviewCommand.allCases.filter { verdicts.isEmpty || ![.dead, .ok].contains($0) }
  }
}
