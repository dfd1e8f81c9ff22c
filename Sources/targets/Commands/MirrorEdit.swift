import CommandSyntax
import ListModel
import NameSearch
import Printing
import TargetStore
import TerminalText

/// Makes a list match its source, unless the result looks like a mistake.
struct MirrorEdit {
  /// The name of the command.
  let word: String
  let isTrial: Bool
  let isForced: Bool
  let allowsEmpty: Bool

  /// Whether to ask the user at a terminal instead of refusing.
  let asks: Bool

  /// The checksum of the input, for the log.
  let checksum: String?

  /// Whether the list keeps the order of its rows from now on.
  var keepsOrder = false

  /// A failed input has already thrown; an input without names is probably a mistake.
  func make(_ names: NameBatch, _ list: ListName, _ store: TargetStore) async throws {
    if names.isEmpty, !allowsEmpty {
      throw Failure(
        "\(word): the input has no rows; nothing was changed; --allow-empty drops all rows")
    }
    let isGuarded = !isForced && !names.isEmpty
    var summary = try await AnsweredEdit.made(by: word) {
      try await store.mirror(
        names, into: list, checksum: checksum, isTrial: isTrial, isGuarded: isGuarded,
        keepsOrder: keepsOrder)
    }
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
      // The answer did not cover rows that others have added meanwhile.
      let now = try await store.mirror(names, into: list, isTrial: true)
      guard now.gone <= summary.gone else {
        throw Failure("\(word): others have changed the list meanwhile; nothing was changed")
      }
      summary = try await AnsweredEdit.made(by: word) {
        try await store.mirror(names, into: list, checksum: checksum, keepsOrder: keepsOrder)
      }
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
  /// The result of an import of the same rows, for which a mirror counts what it would do.
  init(_ mirror: MirrorSummary) {
    self.init(added: mirror.new, changed: mirror.updated, repeated: mirror.repeated)
  }
}

extension Int {
  /// Reports how many rows of an input repeat an earlier one.
  func tellOfRepeatedRows() {
    if self > 0 { complain("\(grouped) duplicate \(noun("row")) in the input") }
  }
}
