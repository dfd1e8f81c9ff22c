import CommandSyntax
import ListModel
import NameSearch
import Printing
import TargetStore
import TerminalText

/// Makes a list what its source is, unless that looks like a mistake.
struct MirrorEdit {
  /// The command that it is of.
  let word: String
  let isTrial: Bool
  let isForced: Bool
  let allowsEmpty: Bool

  /// Whether the person at a terminal is asked about what would be refused.
  let asks: Bool

  /// That of the input, for the log.
  let checksum: String?

  /// Whether the list keeps the order of its rows from now on.
  var keepsOrder = false

  /// An input that has failed has thrown before; one without names is likely to be a mistake.
  func make(_ names: NameBatch, _ list: ListName, _ store: TargetStore) async throws {
    if names.isEmpty, !allowsEmpty {
      throw Failure(
        "\(word): the input has no rows; nothing was changed; --allow-empty drops all rows")
    }
    let isGuarded = !isForced && !names.isEmpty
    var summary = try await store.mirror(
      names, into: list, checksum: checksum, isTrial: isTrial, isGuarded: isGuarded,
      keepsOrder: keepsOrder)
    if isGuarded, summary.isSuspicious {
      guard !isTrial, asks, let terminal = TerminalQuestion() else {
        if isTrial { say(summary) }
        throw Failure(
          "\(word): would drop \(summary.gone.grouped) of \(summary.before.grouped) rows; "
            + "use --force if that is right")
      }
      guard try isYes(terminal, summary) else {
        complain("\(word): nothing was changed")
        throw ExitStatus.nothing
      }
      // What others have added meanwhile was not asked about.
      let now = try await store.mirror(names, into: list, isTrial: true)
      guard now.gone <= summary.gone else {
        throw Failure("\(word): others have changed the list meanwhile; nothing was changed")
      }
      summary = try await store.mirror(
        names, into: list, checksum: checksum, keepsOrder: keepsOrder)
    }
    say(summary)
    summary.repeated.tellOfRepeatedRows()
    let count = summary.changedByRevisions
    if count > 0 {
      complain(
        "\(word): \(count.grouped) \(count.noun("decision")) made before the rows had revisions "
          + "\(count == 1 ? "does" : "do") not count; targets confirm --changed decides all changed rows as before"
      )
    }
    if !isTrial, summary.new + summary.same >= SnapshotRequest.leastNames {
      try await RefreshSnapshotCommand.start(of: list, in: store)
    }
  }

  private func isYes(_ terminal: TerminalQuestion, _ summary: MirrorSummary) throws -> Bool {
    try terminal.isYes(
      to: "\(word) would drop \(summary.gone.grouped) of \(summary.before.grouped) rows. Drop them?"
    )
  }

  private func say(_ summary: MirrorSummary) {
    announce(
      "\(word): \(summary.new.grouped) new, \(summary.gone.grouped) gone, "
        + "\(summary.changed.grouped) changed, \(summary.same.grouped) unchanged"
        + (isTrial ? " (dry run)" : ""))
  }
}

extension ImportSummary {
  /// What an import would come to, as a mirror of the same rows counts it.
  init(_ mirror: MirrorSummary) {
    self.init(added: mirror.new, repeated: mirror.repeated)
  }
}

extension Int {
  /// Says how many rows of an input equal an earlier one.
  func tellOfRepeatedRows() {
    if self > 0 { complain("\(grouped) duplicate \(noun("row")) in the input") }
  }
}
