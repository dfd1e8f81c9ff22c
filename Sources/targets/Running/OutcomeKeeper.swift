import CommandRunning
import NameSearch

/// Keeps what has become of the commands on rows, so that a second run goes on where one has ended.
protocol OutcomeKeeper: Sendable {
  /// The rows for which the command is done.
  func rowsDone() async throws -> Set<Name>

  /// The rows whose commands were under way when an earlier run was broken off.
  func rowsUnknown() async throws -> Set<Name>

  /// Called before the commands of these rows are started; when it returns, that is on disk.
  func claim(_ rows: [Name]) async throws

  /// Called with outcomes in the order in which the commands ended.
  ///
  /// An outcome without an ending takes back the claim of its row.
  func keep(_ outcomes: [(row: Name, outcome: CommandOutcome)]) async throws
}
