import ListModel
import NameSearch

extension Browser {
  /// Going through the open rows, with one key per decision.
  package struct Review: Sendable {
    /// The query when review began.
    let queryBefore: String

    /// Whether the user is typing in the prompt, so that letters are not commands.
    var isTyping = false

    /// The query and the selected row before a search was typed, which Esc restores.
    var beforeFinding: (query: String, selection: Name?)?

    /// Whether the first row is still being searched for.
    var isOpening = true

    /// The rows that were shown when the first of the keys was pressed that wait for the first row.
    var shownToKey: Listing?

    /// The decided rows, oldest first, except those that the user went back to.
    var decided: [Name] = []

    /// The decision that `.` repeats.
    var last: Decision?

    /// The row to which `last` was applied.
    var lastName: Name?

    /// The note that was written last, and its row.
    var note: (name: Name, note: Note?)?

    /// The steps that one key undoes together, and the numbers of these edits.
    var undoing: (numbers: Range<Int>, undone: [Step])?

    /// The number that was typed before the last key, for the operand that it asks for.
    var count = 1

    /// The key whose operand the next line is, in plain mode.
    var asking: ReviewCommand?

    /// The row that follows one that others have settled, until the user has had time to see it.
    var arrival: Arrival?

    /// Whether an answer in plain mode was about a row that others have dropped or decided.
    var isAnswerLost = false

    /// The ticked rows, which the next decision applies to, in addition to the range.
    var ticks = Picks()

    /// The start of the range, which ends at the selected row.
    var rangeStart: Name?

    /// The row that is selected and still open.
    var open: Name?

    /// The selected row, in the state when it was selected.
    var current: CurrentRow?

    /// The store's report about the current row, until review leaves it.
    var settling: Settling?
  }
}
