package import ListModel
package import NameSearch

/// How a command that was run for a row has ended, or the claim of a run that is about to start it.
package struct Outcome: Hashable, Sendable {
  package var command: String

  /// The exit status; 128 and the number of the signal that ended it; `nil` for a claim, whose
  /// command may be running, or whose run has ended before the outcome was stored.
  package var status: Int?

  /// The last line that it wrote to standard error.
  package var message: String?
  package var time: Moment
  package var author: String?

  /// The run that has made a claim, or whose claim it was.
  var run: Int64 = 0

  /// Whether the run that has made a claim is under way.
  package internal(set) var isHeld = false

  package init(
    command: String, status: Int?, message: String? = nil, time: Moment = .now,
    author: String? = nil
  ) {
    self.command = command
    self.status = status
    self.message = message
    self.time = time
    self.author = author
  }
}

/// Why a row was not claimed.
package enum ClaimRefusal: Hashable, Sendable {
  /// Another run was first, by this author.
  case claimed(by: String)

  /// The row is no longer in the list.
  case gone
}

/// What became of the claims on some rows.
package struct Claims: Hashable, Sendable {
  /// The rows that were not claimed, and why.
  package var refused: [Name: ClaimRefusal] = [:]

  /// The claims of runs that ended before they stored an outcome, and that were not seen before.
  ///
  /// The commands of these rows may have been run.
  package var takenOver: [Name: Outcome] = [:]
}
