package import ListModel
package import NameSearch

/// How a command that was run for a row has ended, or the claim of a run that is about to start it.
package struct Outcome: Hashable, Sendable {
  package var command: String

  /// The exit status; 128 and the number of the signal that ended it; `nil` for a claim: the
  /// command may be running, or the run ended before it stored the outcome.
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

/// An outcome, and the state of the row that it belongs to.
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
  /// Another run, by this author, has claimed the row.
  case claimed(by: String)

  /// An earlier run was interrupted, so the command may have been started.
  case unknown

  /// The row is no longer in the list.
  case gone

  /// The row has another decision, or its decision no longer counts.
  case changed
}

/// The outcomes of a run's commands so far, and the rows for which it will start the next ones.
package struct RunTurn: Sendable {
  /// The command as it was given.
  package var command: String

  /// The outcomes of the states that the run has claimed, even if the row has changed since.
  ///
  /// `nil` releases the claim of the run.
  package var ended: [(name: Name, outcome: Outcome?)] = []

  /// The rows to claim.
  package var next: [Name] = []

  /// The outcomes that were known when the run began.
  package var seen: [Name: Outcome] = [:]

  /// Whether to claim rows whose outcome was unknown when the run began.
  package var retriesUnknown = false

  /// The revisions with which the rows were read: a claim is for that state.
  package var revisions = SeenRevisions.ofList

  /// The filter that a row must pass to be claimed.
  package var wanted = Show.all

  /// The verdicts that a row may have to be claimed; `nil` for any, or none.
  package var verdicts: VerdictWords?

  /// The number of the last event when the rows were read; `nil` to claim changed rows, too.
  ///
  /// The command of a row that has changed would get outdated values.
  package var readAt: Int64?

  /// Whether the rows were read from an input, so that the list need not have them.
  var isOfInput: Bool { revisions != .ofList }

  package init(_ command: String) { self.command = command }
}
