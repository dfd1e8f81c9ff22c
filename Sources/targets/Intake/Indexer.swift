import ListModel
import NameSearch
import QueueExecutor
import TargetStore

/// Sorts names into an index while more arrive, and publishes each new snapshot.
///
/// Names that arrive during a sort wait for the next one. So the first names appear at once, and a
/// fast stream is sorted in growing batches. When no names wait, the words of a long list are
/// indexed in the background; until then, searches scan the names.
actor Indexer {
  struct Snapshot: Sendable {
    let index: NameIndex

    /// Whether the list is complete and no names wait.
    let isSettled: Bool

    /// The number of the list that the names belong to.
    let generation: Int
  }

  private let executor = QueueExecutor(label: "targets.indexer")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let sorter = Sorter()
  private let wordIndexer = WordIndexer()
  private var wordIndexing: Task<Void, Never>?
  private let publish: @MainActor (Snapshot) -> Void
  private let fail: @MainActor (ListTooLong) -> Void
  private let empty: NameIndex
  private var index: NameIndex
  private var steps: [Sorter.Step] = []
  private var isSorting = false
  private var stepsUnderWay = 0
  private var isComplete = false

  /// The state of the list that the names are of once no names wait.
  private var newestMark: ListVersion
  private var hasToldOfEnd = false
  private var pause: Task<Void, any Error>?

  /// The number of the current list; sort results of an earlier one are dropped.
  private var generation = 0

  /// Calls of `add` that wait until all names are sorted.
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Calls of `add` that wait until fewer names are queued.
  private var waitingForRoom: [CheckedContinuation<Void, Never>] = []
  private let limits = NameGathering.Limits()

  /// Makes an indexer; the index `empty` has the order, and `start` the first names, if any.
  ///
  /// The names added are of the state `mark` of the list or of later ones. `fail` is called when the
  /// names are too long for one list; the list then has those before.
  init(
    _ empty: NameIndex, start: NameIndex? = nil, mark: ListVersion = .start,
    publish: @escaping @MainActor (Snapshot) -> Void,
    fail: @escaping @MainActor (ListTooLong) -> Void = { _ in }
  ) {
    self.empty = empty
    index = start ?? empty
    newestMark = mark
    self.publish = publish
    self.fail = fail
    Task { [sorter] in await sorter.prepare(empty) }
  }

  /// Adds the names of a page, which are sorted in the background.
  ///
  /// The first page of a later list replaces all names; pages of an earlier list are ignored. After
  /// the last page, sorting no longer pauses to collect names. `waitsUntilListed` returns when a
  /// snapshot has the names; otherwise the call returns when the queue has room.
  func add(
    _ names: NameBatch, of list: Int, isLast: Bool = false, waitsUntilListed: Bool = false
  ) async {
    guard list >= generation else { return }
    let isFirst = list > generation
    if isFirst {
      forgetAll()
      generation = list
    }
    enqueue(names)
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

  private func enqueue(_ names: NameBatch) {
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

  /// Applies an edit of this session, which has led the list to `mark`.
  ///
  /// Only an undo or a redo changes the texts of rows that stay.
  func apply(_ changes: [EditResult.Change], at mark: ListVersion, isOfStep: Bool = false) {
    // What was read of the list's changes has brought it already, and maybe later ones.
    if mark == newestMark || mark.precedes(newestMark) { return }
    newestMark = mark
    apply(
      changes.filter { isOfStep || $0.before.isListed != $0.after.isListed }
        .map { ($0.name, isListed: $0.after.isListed, $0.texts) })
  }

  /// Applies what was changed in the list; false if a later state of it is here already.
  func follow(_ news: ListNews) -> Bool {
    if news.mark.precedes(newestMark) { return false }
    newestMark = news.mark
    apply(
      news.changes.map { ($0.name, isListed: $0.flags.isListed, news.texts[$0.name] ?? RowTexts()) }
    )
    return true
  }

  /// The names, and the state of the list they are of at least; `nil` while some wait.
  var settled: (index: NameIndex, mark: ListVersion)? {
    isComplete && steps.isEmpty && !isSorting ? (index, newestMark) : nil
  }

  /// Brings rows to how they are in the list now; of a name that comes twice the last counts.
  ///
  /// A row that may be there is removed before it is added, so that it is never there twice.
  private func apply(_ changes: [(name: Name, isListed: Bool, texts: RowTexts)]) {
    let isUpToDate = steps.isEmpty && !isSorting
    var step = Sorter.Step()
    let last = Dictionary(changes.map { ($0.name, $0) }) { $1 }
    for (name, isListed, texts) in last.values {
      if isUpToDate, isListed ? isThere(name, texts) : index.row(of: name) == nil { continue }
      step.dropped.append(name)
      if isListed { step.added.add(name, texts) }
    }
    if step.dropped.isEmpty { return }
    steps.append(step)
    pause?.cancel()
    startSorting()
  }

  /// Whether the index has a row with this spelling, detail and section.
  private func isThere(_ name: Name, _ texts: RowTexts) -> Bool {
    guard let row = index.row(of: name) else { return false }
    return index.name(at: row).original.utf8.elementsEqual(name.original.utf8)
      && !index.differs(name, texts)
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
      let sorted = await sorted(after: step)
      stepsUnderWay = 0
      guard started == generation else { continue }
      if !sorted.sharesBase(with: index) { wordIndexing?.cancel() }
      index = sorted
      await tell()
      if steps.isEmpty {
        indexWords()
        releaseWaiting()
      }
      // Sorting takes at most a tenth of the time; names that arrive meanwhile make one batch.
      if !isComplete, !isWorthSorting { await rest(for: (ContinuousClock.now - start) * 9) }
    }
    isSorting = false
    releaseWaiting()
    // `isComplete` may have been set while the last snapshot was being published.
    if isComplete, !hasToldOfEnd { await tell() }
  }

  private func sorted(after step: Sorter.Step) async -> NameIndex {
    do {
      return try await sorter.index(index, after: step)
    } catch {
      await fail(error)
      return index
    }
  }

  private func releaseWaiting() {
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  private func makeRoom() {
    for continuation in waitingForRoom { continuation.resume() }
    waitingForRoom = []
  }

  /// Indexes the words of a list that is so long that scanning it would be slow.
  private func indexWords() {
    guard index.count >= NameIndex.leastNamesWithWordIndex, !index.hasWordIndex,
      wordIndexing == nil
    else { return }
    let bare = index
    wordIndexing = Task {
      let indexed = await wordIndexer.indexWords(of: bare)
      wordIndexing = nil
      if let indexed, index.sharesBase(with: indexed) {
        index = index.takingWords(of: indexed)
        await tell()
      }
      // A sort may have replaced the base table meanwhile.
      if steps.isEmpty { indexWords() }
    }
  }

  /// Whether so many names wait that sorting the present ones again adds little time.
  private var isWorthSorting: Bool {
    waitingCount >= 16 * index.count
  }

  private var waitingCount: Int { steps.reduce(0) { $0 + $1.added.count } }

  private func tell() async {
    let isSettled = isComplete && steps.isEmpty && stepsUnderWay == 0
    hasToldOfEnd = isSettled
    await publish(Snapshot(index: index, isSettled: isSettled, generation: generation))
  }

  private func rest(for duration: Duration) async {
    let pause = Task { try await RestingClock().sleep(for: duration) }
    self.pause = pause
    _ = await pause.result
    self.pause = nil
  }
}
