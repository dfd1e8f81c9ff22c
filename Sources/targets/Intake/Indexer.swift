import Edits
import NameSearch
import QueueExecutor

/// Sorts names into an index while more come in, and tells of each new snapshot.
///
/// What comes in while a snapshot is being made waits and goes into the next one: so the first names are there at
/// once, and a stream that outruns the sorting is taken in ever larger pieces. Once nothing waits, the words of a long
/// list are indexed on another thread; until then searches look through the names.
actor Indexer {
  /// A snapshot of the names, and whether nothing waits any more.
  struct Snapshot: Sendable {
    let index: NameIndex
    let isSettled: Bool

    /// The list that the names are of: those before it have been given up.
    let generation: Int
  }

  private let executor = QueueExecutor(label: "targets.indexer")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let sorter = Sorter()
  private let wordIndexer = WordIndexer()
  private var wordIndexing: Task<Void, Never>?
  private let publish: @MainActor (Snapshot) -> Void
  private let empty: NameIndex
  private var index: NameIndex
  private var steps: [Sorter.Step] = []
  private var isSorting = false
  private var stepsUnderWay = 0
  private var isComplete = false
  private var hasToldOfEnd = false
  private var pause: Pause?

  /// Which list the names are of; what was being sorted of an earlier one is dropped.
  private var generation = 0

  /// Who waits until all names are in their places.
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Who has more names than may wait.
  private var waitingForRoom: [CheckedContinuation<Void, Never>] = []
  private let limits = NameGathering.Limits()

  /// Makes an indexer without names.
  ///
  /// - Parameters:
  ///   - empty: An index without names, which says how they are ordered.
  ///   - publish: Takes each new snapshot.
  init(_ empty: NameIndex, publish: @escaping @MainActor (Snapshot) -> Void) {
    self.empty = empty
    index = empty
    self.publish = publish
    Task { [sorter] in await sorter.prepare(empty) }
  }

  /// Adds the names of a page, which are sorted in the background.
  ///
  /// - Parameters:
  ///   - names: The names.
  ///   - list: Which list they are of. The first of a later list take the place of all names there are, in
  ///     one go; those of an earlier one are too late.
  ///   - isLast: Whether no more come by themselves: then nothing waits to be sorted with others.
  ///   - waitsUntilListed: Whether to return when a snapshot holds the names, else when more may come.
  func add(
    _ names: NameBatch, of list: Int, isLast: Bool = false, waitsUntilListed: Bool = false
  ) async {
    guard list >= generation else { return }
    let isFirst = list > generation
    if isFirst {
      forgetAll()
      generation = list
    }
    take(names)
    isComplete = isLast
    if isLast || waitsUntilListed { pause?.cancel() }
    if steps.isEmpty, !isSorting, isFirst || isLast { return await tell() }
    if waitsUntilListed {
      if isSorting { await withCheckedContinuation { waiting.append($0) } }
    } else {
      while list == generation, waitingCount >= limits.mostWaiting(for: index) {
        await withCheckedContinuation { waitingForRoom.append($0) }
      }
    }
  }

  private func take(_ names: NameBatch) {
    if names.isEmpty { return }
    if steps.isEmpty { steps.append(.init()) }
    steps[steps.count - 1].added.add(names)
    if isWorthSorting { pause?.cancel() }
    startSorting()
  }

  private func forgetAll() {
    wordIndexing?.cancel()
    steps = []
    index = empty
    isComplete = false
    makeRoom()
  }

  /// Adds and drops the names that an edit added and dropped.
  func apply(_ changes: [EditResult.Change]) {
    // A step drops before it adds, so a name that is dropped after others were added starts a new one.
    for change in changes where change.before.isListed != change.after.isListed {
      if steps.last.map({ !change.after.isListed && !$0.added.isEmpty }) ?? true {
        steps.append(.init())
      }
      if !change.after.isListed {
        steps[steps.count - 1].dropped.append(change.name)
      } else {
        steps[steps.count - 1].added.add(change.name)
      }
    }
    pause?.cancel()
    startSorting()
  }

  private func startSorting() {
    guard !isSorting, !steps.isEmpty else { return }
    isSorting = true
    Task { await sort() }
  }

  private func sort() async {
    while !steps.isEmpty {
      let (step, started) = (steps.removeFirst(), generation)
      makeRoom()
      let start = ContinuousClock.now
      stepsUnderWay = 1
      let sorted = await sorter.index(index, after: step)
      stepsUnderWay = 0
      guard started == generation else { continue }
      if !sorted.sharesBase(with: index) { wordIndexing?.cancel() }
      index = sorted
      await tell()
      if steps.isEmpty {
        indexWords()
        releaseWaiting()
      }
      // Most of the time is left to reading, and to others; what comes meanwhile is sorted all at once.
      if !isComplete, !isWorthSorting { await rest(for: (ContinuousClock.now - start) * 9) }
    }
    isSorting = false
    releaseWaiting()
    // The end may have been said of while the last snapshot was on its way.
    if isComplete, !hasToldOfEnd { await tell() }
  }

  private func releaseWaiting() {
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  private func makeRoom() {
    for continuation in waitingForRoom { continuation.resume() }
    waitingForRoom = []
  }

  /// Has the words indexed, where looking through all names would be felt.
  private func indexWords() {
    guard index.count >= Self.longList, !index.hasWordIndex, wordIndexing == nil else { return }
    let bare = index
    wordIndexing = Task {
      let indexed = await wordIndexer.indexWords(of: bare)
      wordIndexing = nil
      if let indexed, index.sharesBase(with: indexed) {
        index = index.takingWords(of: indexed)
        await tell()
      }
      // The names may have been put together anew meanwhile.
      if steps.isEmpty { indexWords() }
    }
  }

  private static let longList = 20_000

  /// Whether so many names wait that sorting those there are once more is little beside sorting them.
  private var isWorthSorting: Bool {
    waitingCount >= 16 * index.count
  }

  /// How many names wait to be sorted.
  private var waitingCount: Int { steps.reduce(0) { $0 + $1.added.count } }

  private func tell() async {
    let isSettled = isComplete && steps.isEmpty && stepsUnderWay == 0
    hasToldOfEnd = isSettled
    await publish(Snapshot(index: index, isSettled: isSettled, generation: generation))
  }

  private func rest(for duration: Duration) async {
    let pause = Pause(for: duration)
    self.pause = pause
    await pause.end()
    self.pause = nil
  }
}
