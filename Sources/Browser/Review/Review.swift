import ListModel
import NameSearch

extension Browser {
  /// Going through the open rows, one key a decision.
  package struct Review: Sendable {
    /// Whether the prompt line is being typed in, so that letters are no commands.
    var isTyping = false

    /// Whether the row to begin with is still to be found.
    var isOpening = true

    /// What was decided, oldest first, and not gone back to.
    var decided: [Name] = []

    /// What `.` does again.
    var last: Decision?

    /// The row that `last` was done to.
    var lastName: Name?

    /// The note that was written last, and on which row.
    var note: (name: Name, note: Note?)?

    /// The number before the last key, for what is asked after it.
    var count = 1

    /// The key whose operand the next line is, in plain mode.
    var asking: ReviewCommand?

    /// The rows that the next decision is on, beside those of the range.
    var ticks = Picks()

    /// Where a range begins that goes to the selected row.
    var rangeStart: Name?

    /// The row that is being looked at, while nobody has decided it.
    var open: Name?

    /// The selected row, as it was when it was selected.
    var current: CurrentRow?

    /// What is known of it since the last look at the store, until it was gone on.
    var settling: Settling?
  }
}
