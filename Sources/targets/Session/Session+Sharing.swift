import Browser
import Edits
import FeedbackLoop
import NameIndex
import TargetStore

// What other processes do to the list that is shown.

extension Session {
  /// Looks at the store after something has happened to its file, one look after the other.
  func storeTouched() {
    guard !isLooking else {
      isTouchedAgain = true
      return
    }
    isLooking = true
    Task {
      repeat {
        isTouchedAgain = false
        await takeChangesElsewhere()
      } while isTouchedAgain
      isLooking = false
    }
  }

  /// Reads anew what somebody else has changed; a store that cannot be read is told of by the next edit.
  private func takeChangesElsewhere() async {
    let wasBehind = isBehindStore
    isBehindStore = false
    guard let hasChanged = try? await store.hasChangedElsewhere(), hasChanged || wasBehind
    else { return }
    if case .kept(let store, let list) = source {
      // Of the names that are still coming in some pages may have been read already.
      isBehindStore = !loop.state.intake.isComplete
      if !isBehindStore,
        let changes = try? await KeptNames.changes(of: loop.state.index, to: store, list),
        !changes.isEmpty
      {
        await indexer.apply(changes)
      }
    }
    await readFlags()
  }

  /// Reads the flags, again if an edit of our own was shown meanwhile: what was read is older than that.
  private func readFlags() async {
    while true {
      let revision = loop.state.flags.revision
      guard let flags = try? await flagsInStore() else { return }
      if loop.state.flags.revision == revision { return loop.send(.flagsRead(flags)) }
    }
  }

  func flagsInStore() async throws -> [Name: Flags] {
    try await store.flags(in: configuration.list, beside: loop.state.flags)
  }

  /// Catches up, when all names are in, with what was changed while they came in.
  func catchUpWithStore() {
    if isBehindStore, loop.state.intake.isComplete { storeTouched() }
  }
}

/// The names of a kept list beside those that are shown.
private enum KeptNames {
  /// What has to be done to an index to hold the names of the list.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of names.
  @concurrent
  static func changes(
    of index: NameIndex, to store: TargetStore, _ list: Name
  ) async throws -> [EditResult.Change] {
    var kept: Set<Name> = []
    var cursor: KeptPage.Cursor? = .start
    while let here = cursor {
      let page = try await store.names(in: list, after: here, limit: 100_000)
      kept.formUnion(page.names.map(\.name))
      cursor = page.next
    }
    let added = kept.filter { index.row(of: $0) == nil }
    var changes: [EditResult.Change] = []
    if index.count + added.count > kept.count {
      for row in 0..<index.count where !kept.contains(index.name(at: Row(row))) {
        changes.append(.init(name: index.name(at: Row(row)), before: [], after: nil))
      }
    }
    return changes + added.map { .init(name: $0, before: nil, after: []) }
  }
}
