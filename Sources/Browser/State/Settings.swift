package import ListModel
package import NameSearch
package import Pagination
package import TerminalText

extension Browser {
  /// The options, fixed while the browser runs.
  package struct Settings: Sendable {
    /// `picking` ends the session with what Enter takes.
    package enum Purpose: Sendable {
      case editing
      case picking
    }

    package var purpose = Purpose.editing

    /// How many rows a picker takes at most, if several can be picked.
    package var mostPicks: Int?

    /// Whether a picker takes a single match of the initial query without asking.
    package var takesSingleMatch = false

    /// Whether a picker ends without asking if nothing matches the initial query.
    package var endsWithoutMatch = false
    package var match = NameQuery.MatchRule.words
    package var sensitivity = NameQuery.Sensitivity.smart

    /// Whether words without signs are looked for anywhere, not only at the start of a word.
    package var looksInsideWords = false

    /// Whether words are looked for in details, too.
    package var looksInDetails = false
    package var glyphs = Glyphs.unicode

    /// Whether colors are used; no information depends on them alone.
    package var isColored = true

    /// The text before the line.
    package var prompt = "targets> "

    /// Lines above the rows that cannot be picked.
    package var header: [String] = []

    /// The keys that take rows as Enter does.
    package var expectedKeys: [ExpectedKey] = []

    /// Whether the terminal's cursor is on the selected row while rows are browsed, where a screen reader
    /// reads it; then nothing moves, and lines are drawn with letters.
    package var cursorIsOnRow = false

    /// Whether the prompt is above the rows instead of below.
    package var isReversed = false

    /// Whether a short list takes fewer lines than the window has.
    package var takesOnlyRowsNeeded = false

    /// How rows are shown that are lines as they came; `nil` for names of a list.
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

    /// Whether the lines come from a script, in plain mode: nothing is asked, and all rows
    /// are printed, because there is no window to fill.
    package var isScripted = false

    /// Whether a script may run shell commands.
    package var allowsShell = true

    /// The list that edits go to.
    package var listName = "default"

    /// All lists, for completion.
    package var listNames: [String] = []

    /// Whether the rows are those of a stored list, not names from a source.
    package var browsesKeptList = true

    /// Whether a long list's snapshot is written when the program idles.
    package var keepsSnapshots = false

    /// Whether pages are read only when needed, from a source that may give rows flags and details.
    package var isPaged = false

    /// When a failed page is retried automatically; `nil` for never.
    package var retryPolicy: RetryPolicy?

    /// Whether the source can be read again; a pipe cannot.
    package var canStartOver = true

    /// Whether a skipped line is an error.
    package var isStrict = false

    /// The query of a text, by these settings.
    func nameQuery(_ text: String) -> NameQuery {
      NameQuery(
        text, match: match, sensitivity: sensitivity, looksInsideWords: looksInsideWords,
        looksInDetails: looksInDetails)
    }

    /// The query given at the start.
    package var query = ""

    /// Whether the status line shows how many rows are decided, in all and today.
    package var countsProgress = false

    /// Whether the store is asked for others' edits each second, so that none of one's own has to.
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

    /// The shell command whose output about the selected row is shown; `nil` for none.
    package var preview: String?

    /// Why there is no preview although the list has one.
    package var previewRefusal: String?

    /// The initial filter.
    package var show = Show.all

    package init() {}
  }
}

extension Browser.Settings {
  /// Whether a line that starts with a colon is a command: a picker without a list has none, so that any text
  /// can be looked for, and nothing that is typed or pasted is carried out.
  var takesCommands: Bool { purpose == .editing || usesStore || isScripted }

  /// The verdict that Enter gives: the first one of class dead.
  var firstDead: Verdict { verdicts.first { $0.verdict.class == .dead }?.verdict ?? .dead }

  /// The characters of rules and signs of progress.
  var drawing: Glyphs { cursorIsOnRow ? .ascii : glyphs }

  /// The verdict that a key of review mode gives; `nil` for keys of other things.
  func verdict(ofKey key: Character) -> Verdict? { verdicts.first { $0.key == key }?.verdict }

  /// The words of all verdicts, those of the list first.
  var verdictWords: [String] { verdicts.words + ["dead", "ok"] }

  var verdictColumns: Int {
    min(verdictWords.map(\.count).max() ?? 0, RowPainter.mostVerdictColumns)
  }

  /// The keys of review mode: those of the list's own verdicts take the place of d and o.
  var reviewCommands: [ReviewCommand] {
    ReviewCommand.allCases.filter { verdicts.isEmpty || ![.dead, .ok].contains($0) }
  }
}
