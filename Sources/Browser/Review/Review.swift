import ListModel
import NameSearch

extension Browser {
  /// Going through the open rows, one key a decision.
  package struct Review: Sendable {
    /// Whether the user is typing in the prompt, so that letters are not commands.
    var isTyping = false

    /// Whether the first row is still to be found.
    var isOpening = true

    /// The decided rows, oldest first, except those that the user went back to.
    var decided: [Name] = []

    /// The decision that `.` repeats.
    var last: Decision?

    /// The row that `last` was done to.
    var lastName: Name?

    /// The note that was written last, and on which row.
    var note: (name: Name, note: Note?)?

    /// The number before the last key, for what is asked after it.
    var count = 1

    /// The key whose operand the next line is, in plain mode.
    var asking: ReviewCommand?

    /// The ticked rows, which the next decision applies to, in addition to the range.
    var ticks = Picks()

    /// The start of the range, which ends at the selected row.
    var rangeStart: Name?

    /// The row that is being looked at, while nobody has decided it.
    var open: Name?

    /// The selected row, as it was when it was selected.
    var current: CurrentRow?

    /// The store's report about the current row, until review goes on.
    var settling: Settling?
  }
}
