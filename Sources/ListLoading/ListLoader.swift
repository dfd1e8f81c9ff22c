package import ListModel
package import NameSearch
import PageSources
package import Pagination
import Threads
import Synchronization
package import TargetStore

/// Loads a list: reads the pages of its source with the stored flags of their rows, sorts the names
/// into an index while more arrive, and publishes each new index.
///
/// Names that arrive during a sort wait for the next sort. So the first names appear at once, and a
/// fast stream is sorted in growing batches. While very many names wait, those that match the query are
/// found by a scan and listed ahead of the others. When no names wait, the words of a long list are
/// indexed in the background; until then, searches scan the names.
///
/// What waits is behind a lock, so that nobody waits for a sort to end only to add to it. All else
/// runs on a thread of the loader's own.
package actor ListLoader {
  package struct Snapshot: Sendable {
    package let index: NameIndex

    /// Whether the list is complete and no names wait.
    package let isSettled: Bool

    /// The number of the list that the names belong to.
    package let generation: Int
  }

  private let executor = ThreadExecutor(label: "targets.loader")
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private let store: TargetStore
  private let list: ListName
  private let publish: @MainActor (Snapshot) -> Void
  private let fail: @MainActor (ListTooLong) -> Void
  private let queue: Mutex<SortingQueue>

  /// Waits between two sorts; tests replace it to let names wait.
  private let sleep: @Sendable (Duration) async throws -> Void

  /// The flags that a source gives its rows.
  private var known = KnownRows()

  /// Making rows of names takes time, and must not wait for a sort.
  private let rowThread = OwnThread("targets.rows")

  /// Pages are sorted one by one while others are read, so that only a merge remains at the end.
  private let pageThread = OwnThread("targets.pages")

  /// Matches among the waiting names are found while a sort takes seconds.
  private let scanThread = OwnThread("targets.scan")

  private let wordThread = OwnThread("targets.words")
  private var wordIndexing: Task<Void, Never>?

  /// Makes a loader for the rows of `source`.
  ///
  /// The rows belong to a list of the store or have flags there. The index `empty` has the order, and
  /// `start` all names, if they are known. Added names belong to the version `mark` of the list or to
  /// later ones. `fail` is called when the names are too long for one list; then the list has only the
  /// earlier names.
  package init(
    of source: any RowSource, store: TargetStore, list: ListName, _ empty: NameIndex,
    start: NameIndex? = nil, mark: ListVersion = .start,
    publish: @escaping @MainActor (Snapshot) -> Void,
    fail: @escaping @MainActor (ListTooLong) -> Void = { _ in },
    sleep: @escaping @Sendable (Duration) async throws -> Void = {
      try await RestingClock().sleep(for: $0)
    }
  ) {
    self.sleep = sleep
    self.store = store
    self.list = list
    self.publish = publish
    self.fail = fail
    queue = Mutex(SortingQueue(source, empty, start: start, newestMark: mark))
    // Load what sorting needs while the first names are being read.
    Task { await prepare() }
  }

  private func prepare() { queue.withLock { $0.empty }.prepare() }

  /// Whether the list has no rows, and none are waiting.
  package nonisolated var isEmpty: Bool { queue.withLock { $0.isEmpty } }

  /// Whether the list did not exist when it was opened, and no changes of it have been read.
  package nonisolated var isOfNewList: Bool { queue.withLock { $0.newestMark == .start } }

  /// Takes over the order that a list has got since it was opened, unless it has rows already.
  package nonisolated func begin(with source: any RowSource, in order: NameOrder) {
    queue.withLock { $0.begin(with: source, in: order) }
  }

  // MARK: Reading

  /// Reads the page that begins at `cursor`, or the first one of the rows that the source finds for
  /// a text.
  ///
  /// - Throws: The errors of the source and of the store: if the flags cannot be read, the page fails,
  ///   so that a dead name never looks alive.
  package nonisolated func page(
    at cursor: AnyPageCursor?, searchingFor text: String
  ) async throws -> Page<RowBatch, AnyPageCursor> {
    if queue.withLock({ $0.takeStart() }) { return Page(contents: RowBatch(), next: nil) }
    let source = queue.withLock { $0.source }
    let pages = source.searching(for: text).erased
    var page = try await Self.page(of: pages, at: cursor ?? pages.firstCursor)
    // A cancelled page must not be counted, since another one was requested meanwhile.
    try Task.checkCancellation()
    if source.tellsRows {
      let read = page.contents
      let rows = await rowThread.run { read.rows }
      // Count rows as known only after the flags were read, since the page is requested again if
      // that fails.
      page.contents.stored = try await store.flags(of: rows.map(\.name), in: list)
      page.contents.made = rows
    }
    if source.isPaged { page.contents = await new(of: page.contents, isFirst: cursor == nil) }
    return page
  }

  private static func page(
    of pages: AnyPageSource<RowBatch>, at cursor: AnyPageCursor
  ) async throws -> Page<RowBatch, AnyPageCursor> {
    do {
      return try await pages.page(at: cursor)
    } catch let error as PageSourceError where error.isOfContent {
      throw PageFailure(error, retryAdvice: .never)
    }
  }

  private func new(of batch: RowBatch, isFirst: Bool) -> RowBatch {
    if isFirst { known = KnownRows() }
    return known.addNew(of: batch)
  }

  // MARK: Adding

  /// Adds the names of a page, which are sorted in the background.
  ///
  /// The first page of a later list replaces all names; pages of an earlier list are ignored. After
  /// the last page, sorting no longer pauses to collect names. `waitsUntilListed` returns when an
  /// index with the names was published; otherwise the call returns when the queue has room.
  package nonisolated func add(
    _ names: NameBatch, of list: Int, isLast: Bool = false, waitsUntilListed: Bool = false
  ) async {
    if waitsUntilListed {
      await withCheckedContinuation { enqueue(names, of: list, isLast: isLast, listed: $0) }
    } else {
      enqueue(names, of: list, isLast: isLast)
      await waitForRoom(in: list)
    }
  }

  private nonisolated func enqueue(
    _ names: NameBatch, of list: Int, isLast: Bool, listed: CheckedContinuation<Void, Never>? = nil
  ) {
    let isCurrent = queue.withLock { queue in
      guard list >= queue.generation else { return false }
      if list > queue.generation { queue.startOver(as: list) }
      queue.add(names)
      queue.isComplete = isLast
      if isLast { queue.hasToTell = true }
      if let listed { queue.waitingForListing.append(listed) }
      if isLast || listed != nil || queue.isFull { queue.pause?.cancel() }
      if isLast { queue.scanPause?.cancel() }
      return true
    }
    guard isCurrent else {
      listed?.resume()
      return
    }
    startSorting()
    startPresorting()
    startScanning()
  }

  private nonisolated func waitForRoom(in list: Int) async {
    while queue.withLock({ $0.generation == list && $0.isFull }) {
      await withCheckedContinuation { continuation in
        let hasRoom = queue.withLock { queue in
          let hasRoom = queue.generation != list || !queue.isFull
          if !hasRoom { queue.waitingForRoom.append(continuation) }
          return hasRoom
        }
        if hasRoom { continuation.resume() }
      }
    }
  }

  /// Applies an edit of this session, after which the list has version `mark`.
  ///
  /// Only an undo or a redo changes the texts of rows that stay.
  package nonisolated func apply(
    _ changes: [EditResult.Change], at mark: ListVersion, isOfStep: Bool = false
  ) {
    let changes = changes.filter { isOfStep || $0.before.isListed != $0.after.isListed }
    let isNew = queue.withLock { queue in
      // The list's changes that were read may include this edit, and maybe later ones.
      if mark == queue.newestMark || mark.precedes(queue.newestMark) { return false }
      queue.newestMark = mark
      queue.change(
        changes.map { .init(name: $0.name, isListed: $0.after.isListed, texts: $0.texts) })
      return true
    }
    if isNew { startSorting() }
  }

  /// Applies changes of the list; false if a later version is already known.
  package nonisolated func follow(_ news: ListNews) -> Bool {
    let isNew = queue.withLock { queue in
      if news.mark.precedes(queue.newestMark) { return false }
      queue.newestMark = news.mark
      queue.change(
        news.changes.map {
          .init(
            name: $0.name, isListed: $0.flags.isListed, texts: news.texts[$0.name] ?? RowTexts())
        })
      return true
    }
    if isNew { startSorting() }
    return isNew
  }

  /// The names, and a version of the list that they have at least; `nil` while some wait.
  package var settled: (index: NameIndex, mark: ListVersion)? {
    queue.withLock { $0.isSettled ? ($0.index, $0.newestMark) : nil }
  }

  // MARK: Sorting

  private nonisolated func startSorting() {
    let starts = queue.withLock { queue in
      defer { queue.isSorting = true }
      return !queue.isSorting
    }
    if starts { Task { await sort() } }
  }

  private func sort() async {
    while let (step, index, generation) = nextStep() {
      let start = ContinuousClock.now
      guard let step else {
        await tell()
        continue
      }
      let sorted: NameIndex
      do {
        sorted = try step.applied(to: index)
      } catch {
        await fail(error)
        sorted = index
      }
      // Names that were listed ahead of others must not vanish until these are sorted as well.
      let scan = queue.withLock { $0.scan(onto: sorted) }
      let found = scan?.found()
      let isCurrent = queue.withLock { queue in
        guard queue.end(step, with: sorted, of: generation) else { return false }
        if let scan { _ = queue.end(scan, with: found) }
        return true
      }
      guard isCurrent else { continue }
      if !sorted.sharesBase(with: index) { wordIndexing?.cancel() }
      await tell()
      let listed = queue.withLock { $0.takeListed() }
      if let listed {
        indexWords()
        for continuation in listed { continuation.resume() }
      }
      await rest(
        after: step.added.count, in: generation, taking: ContinuousClock.now - start)
    }
  }

  private nonisolated func startPresorting() {
    let starts = queue.withLock { queue in
      defer { queue.isPresorting = true }
      return !queue.isPresorting
    }
    if starts { Task { await presort() } }
  }

  /// Sorts the waiting pages one by one.
  private nonisolated func presort() async {
    while let (page, place, empty) = queue.withLock({ $0.nextToPresort() }) {
      let sorted = await pageThread.run { empty.presorted(page) }
      queue.withLock { $0.replace(at: place, with: sorted) }
    }
  }

  // MARK: Searching what waits

  /// Lists the names that match a query ahead of the others, as long as very many wait.
  package nonisolated func seek(_ query: NameQuery) {
    queue.withLock { queue in
      queue.sought = query
      queue.scanPause?.cancel()
    }
    startScanning()
  }

  private nonisolated func startScanning() {
    let starts = queue.withLock { !$0.isScanning && $0.nextScan() != nil }
    if starts { Task { await scan() } }
  }

  /// Scans the waiting names for the query, again whenever more of them have come.
  private nonisolated func scan() async {
    while let scan = queue.withLock({ $0.nextScan() }) {
      let start = ContinuousClock.now
      let query = scan.subject.query
      let found = await scanThread.run { scan.found() }
      if queue.withLock({ $0.end(scan, with: found) }) { await tell() }
      await pauseScanning(for: query, (ContinuousClock.now - start) * 9)
    }
  }

  /// A pause after a scan, so that scanning takes at most a tenth of the time; it ends with a new query,
  /// and when the list is complete.
  private nonisolated func pauseScanning(for query: NameQuery, _ duration: Duration) async {
    let pause = queue.withLock { queue -> Task<Void, any Error>? in
      if queue.isComplete || queue.sought != query { return nil }
      queue.scanPause = Task { [sleep] in try await sleep(duration) }
      return queue.scanPause
    }
    _ = await pause?.result
  }

  /// Takes the next step; `nil` when there is nothing to do.
  ///
  /// If the result has no step, the index must only be published.
  private func nextStep() -> (step: SortingStep?, index: NameIndex, generation: Int)? {
    let (next, waiting) = queue.withLock { queue in
      let next = queue.next()
      return (next, queue.takeWaitingForRoom() + (next == nil ? queue.takeListed() ?? [] : []))
    }
    for continuation in waiting { continuation.resume() }
    return next
  }

  /// Publishes the newest index; on the main actor, so that an older one never follows a newer one.
  @MainActor private func tell() {
    publish(queue.withLock { $0.takeSnapshot() })
    startScanning()
  }

  /// Collects names for a while after a sort of some names of a list; returns at once when the list is
  /// complete, or when no more names may wait.
  ///
  /// The pause is nine times as long as the sort, so that sorting takes at most a tenth of the time. If
  /// the sort of the names that wait by then takes long, it begins only after twice its own time: until
  /// then, a fast stream has ended, and its names are sorted once.
  private func rest(after sortedCount: Int, in list: Int, taking duration: Duration) async {
    let start = ContinuousClock.now
    await pause(for: duration * 9)
    // The time of a short sort says nothing of a long one.
    if sortedCount < Self.leastToExtrapolate { return }
    while let waitingCount = queue.withLock({ $0.generation == list ? $0.countToWaitFor : nil }) {
      let expected = duration * (Double(waitingCount) / Double(sortedCount))
      let missing = min(expected * 2, Self.longestRest) - (ContinuousClock.now - start)
      if expected < Self.shortSort || missing <= .zero { return }
      await pause(for: missing)
    }
  }

  private static let leastToExtrapolate = 1 << 12

  /// A sort that takes no longer is never postponed.
  private static let shortSort = Duration.milliseconds(100)

  /// No sort is postponed longer, because a stream may pause for hours.
  private static let longestRest = Duration.seconds(5)

  private func pause(for duration: Duration) async {
    let pause = queue.withLock { queue -> Task<Void, any Error>? in
      if queue.countToWaitFor == nil { return nil }
      queue.pause = Task { [sleep] in try await sleep(duration) }
      return queue.pause
    }
    _ = await pause?.result
    queue.withLock { $0.pause = nil }
  }

  /// Indexes the words of a list, if it is so long that scanning it would be slow.
  private func indexWords() {
    let bare = queue.withLock { $0.index }
    guard bare.count >= NameIndex.leastNamesWithWordIndex, !bare.hasWordIndex, wordIndexing == nil
    else { return }
    wordIndexing = Task {
      let indexed = await wordThread.run(cancellable: { isCancelled in
        bare.indexingWords(isCancelled: isCancelled)
      })
      wordIndexing = nil
      if let indexed, queue.withLock({ $0.takeWords(of: indexed) }) { await tell() }
      // A sort may have replaced the base table meanwhile.
      if queue.withLock({ $0.steps.isEmpty }) { indexWords() }
    }
  }
}
