import ListModel
import NameSearch
import TargetStore

/// The names that wait to be sorted, and the present state of the list.
struct SortingQueue: ~Copyable {
  private(set) var source: any RowSource

  /// The index of no rows, which has their order.
  private(set) var empty: NameIndex

  /// The newest index.
  var index: NameIndex
  var steps: [SortingStep] = []

  /// The number of steps that were begun or dropped.
  private var takenSteps = 0

  /// Whether a task is applying `steps`, or was started for that.
  var isSorting = false

  /// Whether a page is being sorted, or is about to be.
  var isPresorting = false

  /// The step that was taken from `steps` and whose result is still awaited.
  private var stepUnderWay: SortingStep?

  private var isStepUnderWay: Bool { stepUnderWay != nil }

  /// Whether the waiting names are being scanned, or are about to be.
  var isScanning = false

  /// The pause between two scans, in which names are collected.
  var scanPause: Task<Void, any Error>?

  /// The query whose matches are listed ahead of other names; with an empty one, none are.
  var sought = NameQuery("")

  /// What the last scan was of, and the index with what it found.
  private var scanned: (what: WaitingScan.Subject, found: NameIndex?)?

  var isComplete = false

  /// Whether the index, or the fact that it is complete, must still be published.
  var hasToTell = false

  /// The version of the list to which the names belong once no names wait.
  var newestMark: ListVersion

  /// The number of the current list; sort results of an earlier one are dropped.
  private(set) var generation = 0

  /// The pause between two sorts, in which names are collected.
  var pause: Task<Void, any Error>?

  var waitingForListing: [CheckedContinuation<Void, Never>] = []
  var waitingForRoom: [CheckedContinuation<Void, Never>] = []

  private let limits = NameGathering.Limits()

  /// Whether all rows came from a snapshot, so that there are no pages to read.
  private var startsWithAll: Bool

  init(
    _ source: any RowSource, _ empty: NameIndex, start: NameIndex?, newestMark: ListVersion
  ) {
    self.source = source.beginning(in: empty.order)
    // Not `start ?? self.empty`: in a type that cannot be copied, the optimizer of Swift
    // 6.3.1 does not retain a property that the operator reads.
    let ordered = empty.ordered(by: source.orderColumn)
    self.empty = ordered
    index = start ?? ordered
    self.newestMark = newestMark
    startsWithAll = start != nil
  }

  var isEmpty: Bool { index.isEmpty && steps.isEmpty && !isStepUnderWay }

  mutating func begin(with source: any RowSource, in order: NameOrder) {
    guard isEmpty, order != empty.order || source.orderColumn != empty.orderColumn else { return }
    self.source = source.beginning(in: order)
    empty = NameIndex(order: order).ordered(by: source.orderColumn)
    index = empty
  }

  mutating func takeStart() -> Bool {
    defer { startsWithAll = false }
    return startsWithAll
  }

  private var waitingCount: Int { steps.reduce(0) { $0 + $1.added.count } }

  /// The number of waiting names, if more may be awaited; `nil` if they should be sorted now.
  var countToWaitFor: Int? {
    let isUrgent =
      isComplete || isFull || !waitingForListing.isEmpty || steps.contains { !$0.changes.isEmpty }
    return isUrgent ? nil : waitingCount
  }

  var isFull: Bool { waitingCount >= limits.mostWaiting(for: index) }

  var isSettled: Bool { isComplete && steps.isEmpty && !isStepUnderWay }

  mutating func startOver(as list: Int) {
    generation = list
    takenSteps += steps.count
    steps = []
    // The names that are being sorted belong to the list before.
    stepUnderWay = nil
    scanned = nil
    pause?.cancel()
    scanPause?.cancel()
    index = empty
    hasToTell = true
  }

  mutating func add(_ names: NameBatch) {
    if names.isEmpty { return }
    if steps.isEmpty { steps.append(SortingStep()) }
    steps[steps.count - 1].added.add(names)
  }

  mutating func change(_ changes: [SortingStep.Change]) {
    if changes.isEmpty { return }
    steps.append(SortingStep(changes: changes))
    pause?.cancel()
  }

  /// The place of a waiting page: the number of its step, and an index in the step.
  typealias PagePlace = (step: Int, index: Int)

  /// The next page to sort while it waits; without one, `nil`, and `isPresorting` is cleared.
  mutating func nextToPresort() -> (page: NameBatch, place: PagePlace, empty: NameIndex)? {
    for (number, step) in steps.enumerated() {
      if let index = step.added.all.firstIndex(where: \.isWorthPresorting) {
        return (step.added.all[index], (takenSteps + number, index), empty)
      }
    }
    isPresorting = false
    return nil
  }

  /// Replaces a waiting page with the sorted one, unless it was taken meanwhile.
  mutating func replace(at place: PagePlace, with sorted: NameBatch) {
    let step = place.step - takenSteps
    if steps.indices.contains(step) { steps[step].added.replace(at: place.index, with: sorted) }
  }

  /// Begins the next step; records the end of sorting if there is nothing to do.
  mutating func next() -> (step: SortingStep?, index: NameIndex, generation: Int)? {
    if steps.isEmpty {
      if hasToTell { return (nil, index, generation) }
      isSorting = false
      return nil
    }
    takenSteps += 1
    let step = steps.removeFirst()
    stepUnderWay = step
    return (step, index, generation)
  }

  /// Applies the result of a step; false if it belongs to an earlier list, or if nothing changed.
  mutating func end(_ step: SortingStep, with sorted: NameIndex, of list: Int) -> Bool {
    stepUnderWay = nil
    guard list == generation else { return false }
    let isNew = sorted.version != index.version
    if isNew { scanned = nil }
    index = sorted
    return isNew || !step.added.isEmpty
  }

  mutating func takeSnapshot() -> ListLoader.Snapshot {
    // Once nothing waits, publish that the list is complete, even if the last names change nothing.
    hasToTell = isComplete && !isSettled
    return .init(
      index: isSettled ? index : scanned?.found ?? index, isSettled: isSettled,
      generation: generation)
  }

  /// The next scan of the waiting names; without one, `nil`, and `isScanning` is cleared.
  mutating func nextScan() -> WaitingScan? {
    let scan = scan([stepUnderWay].compactMap(\.self) + steps, onto: index)
    isScanning = scan != nil
    return scan
  }

  /// The scan of the names that still wait after a sort; `nil` if it is not worth its time.
  func scan(onto sorted: NameIndex) -> WaitingScan? {
    scan(steps, onto: sorted, atLeast: scanned?.found == nil ? WaitingScan.leastNames : 1)
  }

  private func scan(
    _ waiting: [SortingStep], onto index: NameIndex, atLeast least: Int = WaitingScan.leastNames
  ) -> WaitingScan? {
    // Changed rows must not be listed by what they were before.
    guard !sought.isEmpty, waiting.allSatisfy(\.changes.isEmpty) else { return nil }
    let batches = waiting.flatMap(\.added.all)
    let subject = WaitingScan.Subject(
      query: sought, generation: generation, version: index.version,
      count: waiting.reduce(0) { $0 + $1.added.count })
    guard subject.count >= least, subject != scanned?.what else { return nil }
    return WaitingScan(subject, in: batches, onto: index)
  }

  /// Takes the result of a scan; false if a sort has ended meanwhile, or if nothing was found.
  mutating func end(_ scan: WaitingScan, with found: NameIndex?) -> Bool {
    guard scan.subject.generation == generation, scan.subject.version == index.version, !isSettled
    else { return false }
    scanned = (scan.subject, found)
    return found != nil
  }

  mutating func takeWords(of indexed: NameIndex) -> Bool {
    guard index.sharesBase(with: indexed) else { return false }
    scanned = nil
    index = index.takingWords(of: indexed)
    return true
  }

  /// The callers that wait until all names are listed; `nil` while some names are not.
  mutating func takeListed() -> [CheckedContinuation<Void, Never>]? {
    guard steps.isEmpty else { return nil }
    defer { waitingForListing = [] }
    return waitingForListing
  }

  mutating func takeWaitingForRoom() -> [CheckedContinuation<Void, Never>] {
    defer { waitingForRoom = [] }
    return waitingForRoom
  }
}

/// Changed rows of a list, and then names that were added to it.
struct SortingStep {
  /// The present state of a row.
  struct Change {
    let name: Name
    let isListed: Bool
    let texts: RowTexts
  }

  var changes: [Change] = []
  var added = NameBatches()

  /// If a name occurs twice among the changes, the last change counts.
  ///
  /// - Throws: `ListTooLong`.
  func applied(to index: NameIndex) throws(ListTooLong) -> NameIndex {
    var gone: [Name] = []
    var names = NameBatches()
    for change in Dictionary(changes.map { ($0.name, $0) }, uniquingKeysWith: { $1 }).values {
      if change.isListed ? index.has(change) : index.row(of: change.name) == nil { continue }
      // An existing row is removed before it is added, so that it never occurs twice.
      gone.append(change.name)
      if change.isListed { names.add(change.name, change.texts, by: index.orderColumn) }
    }
    for batch in added.all { names.add(batch) }
    let kept = gone.isEmpty ? index : index.removing(gone)
    return names.isEmpty ? kept : try kept.addingIfTheyFit(names.all)
  }
}

extension NameIndex {
  /// Whether a row already has the spelling, detail and section of a change.
  fileprivate func has(_ change: SortingStep.Change) -> Bool {
    differs(change.name, change.texts) == false
  }
}
