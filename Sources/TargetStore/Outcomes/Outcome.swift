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

  /// The run that made the claim, also after its outcome was stored.
  package internal(set) var run: Int64 = 0

  /// Whether the run that made the claim, or its command, is still running.
  package internal(set) var isHeld = false

  /// Whether the result of the command is unknown: its run ended before it stored an outcome.
  package var isUnknown: Bool { status == nil && !isHeld }

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

/// An outcome, and which state of its row it is of.
package struct OutcomeOfState: Hashable, Sendable {
  package let outcome: Outcome

  /// The revision of the row in that state, if it had one.
  package let revision: String?

  /// Whether the row is in that state now.
  package let isPresent: Bool

  package init(outcome: Outcome, revision: String?, isPresent: Bool) {
    (self.outcome, self.revision, self.isPresent) = (outcome, revision, isPresent)
  }
}

/// Why a row was not claimed.
package enum ClaimRefusal: Hashable, Sendable {
  /// Another run was first, by this author.
  case claimed(by: String)

  /// An earlier run was interrupted: the command may have been started.
  case unknown

  /// The row is no longer in the list.
  case gone

  /// Its decision no longer counts, or is another one.
  case changed
}

/// How commands of a run have ended, and which rows it will start commands for next.
package struct RunTurn: Sendable {
  /// The command as it was given.
  package var command: String

  /// An outcome belongs to the state on which the run has claimed the row, whatever the row is by now.
  ///
  /// One that is `nil` takes back a claim of the run.
  package var ended: [(name: Name, outcome: Outcome?)] = []

  /// The rows to claim.
  package var next: [Name] = []

  /// The outcomes when the run began.
  package var seen: [Name: Outcome] = [:]

  /// Whether rows are claimed whose outcome was unknown when the run began.
  package var retriesUnknown = false

  /// The revisions that the rows were read with: a claim is on that state.
  package var revisions = SeenRevisions.ofList

  /// The filter that a row must pass to be claimed.
  package var wanted = Show.all

  /// The verdicts that it may have; `nil` for any, or none.
  package var verdicts: VerdictWords?

  /// The number of the last event when the rows were read; `nil` to claim rows that have changed since, too.
  ///
  /// The command of a row that has changed would get outdated values.
  package var readAt: Int64?

  package init(_ command: String) { self.command = command }
}
