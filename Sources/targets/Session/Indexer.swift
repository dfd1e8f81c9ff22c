import Edits
import NameIndex

/// Sorts names into an index while more come in, and tells of each new snapshot.
///
/// What comes in while a snapshot is being made waits and goes into the next one: so the first names are there at
/// once, and a stream that outruns the sorting is taken in ever larger pieces.
actor Indexer {
  /// A snapshot of the names, and whether nothing waits any more.
  struct Snapshot: Sendable {
    let index: NameIndex
    let isSettled: Bool
  }

  /// The snapshots as they are made; the newest is kept for a slow reader.
  nonisolated let snapshots: AsyncStream<Snapshot>
  private let publish: AsyncStream<Snapshot>.Continuation

  private let empty: NameIndex
  private var index: NameIndex
  private var added = NameBatch()
  private var dropped: [Name] = []
  private var isSorting = false
  private var isComplete = false
  private var pause: Task<Void, Never>?

  /// Counts the times the names were given up, so that what was being sorted then is dropped.
  private var generation = 0

  init(order: NameOrder) {
    empty = NameIndex(order: order)
    index = empty
    (snapshots, publish) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Adds names; they are sorted in the background.
  func add(_ names: NameBatch) {
    added.append(contentsOf: names)
    startSorting()
  }

  /// Says that no more names come by themselves: what waits is sorted without delay.
  func finish() {
    isComplete = true
    pause?.cancel()
    if isSorting { return }
    if added.count > 0 {
      startSorting()
    } else {
      publish.yield(.init(index: index, isSettled: true))
    }
  }

  /// Gives up all names.
  func reset() {
    generation += 1
    added = NameBatch()
    dropped = []
    index = empty
    isComplete = false
    publish.yield(.init(index: index, isSettled: false))
  }

  /// Adds and drops the names that an edit added and dropped.
  func apply(_ changes: [EditResult.Change]) {
    for change in changes {
      if change.after == nil {
        dropped.append(change.name)
      } else if change.before == nil {
        added.append(change.name)
      }
    }
    pause?.cancel()
    startSorting()
  }

  private func startSorting() {
    guard !isSorting, added.count > 0 || !dropped.isEmpty else { return }
    isSorting = true
    Task { await sort() }
  }

  private func sort() async {
    let clock = ContinuousClock()
    while added.count > 0 || !dropped.isEmpty {
      let (names, gone, started) = (added, dropped, generation)
      (added, dropped) = (NameBatch(), [])
      let start = clock.now
      let sorted = await Self.index(index, adding: names, dropping: gone)
      guard started == generation else { continue }
      index = sorted
      publish.yield(.init(index: index, isSettled: isComplete && added.count == 0))
      // A trickle of names into a long list: most of the time is left to others.
      if !isComplete, names.count < index.count / 8 { await rest(for: (clock.now - start) * 9) }
    }
    isSorting = false
  }

  private func rest(for duration: Duration) async {
    let pause = Task { _ = try? await Task.sleep(for: duration) }
    self.pause = pause
    await pause.value
    self.pause = nil
  }

  @concurrent
  private static func index(
    _ index: NameIndex, adding names: NameBatch, dropping gone: [Name]
  ) async -> NameIndex {
    let kept = gone.isEmpty ? index : index.removing(gone)
    return names.count > 0 ? kept.adding(names) : kept
  }
}
