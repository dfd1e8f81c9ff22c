import NameSearch

/// Names on their way into an index: they wait, for sorting many at once is quicker; but not so many of
/// them that a list which repeats itself takes the memory of all that was read.
struct NameGathering {
  /// How many names may wait.
  struct Limits {
    /// Where most names are repeated.
    var ofRepeated = 1 << 20

    /// Where they are not.
    var ofOthers = 1 << 24

    /// The names that may wait for being added to an index; as many as it has in any case.
    func mostWaiting(for index: NameIndex) -> Int {
      max(index.duplicateCount > index.count ? ofRepeated : ofOthers, index.count)
    }
  }

  /// What tells whether names are repeated.
  private static let firstNames = 1 << 16

  private var index: NameIndex
  private let limits: Limits
  private(set) var waiting = NameBatches()

  init(into index: NameIndex, limits: Limits = Limits()) {
    self.index = index
    self.limits = limits
  }

  /// Takes more names.
  mutating func add(_ names: NameBatch) {
    waiting.add(names)
    let isFirst = index.isEmpty && waiting.count >= min(Self.firstNames, limits.ofRepeated)
    if isFirst || waiting.count >= limits.mostWaiting(for: index) { settle() }
  }

  /// The index with all names.
  mutating func finished() -> NameIndex {
    settle()
    return index
  }

  private mutating func settle() {
    index = index.adding(waiting.all)
    waiting = NameBatches()
  }
}

/// Names in the order they came, in batches that are not too many.
struct NameBatches: Sendable {
  private(set) var all: [NameBatch] = []

  /// The number of names.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// Batches up to this size are gathered; larger ones are not worth copying.
  private static let smallBatch = 1 << 16

  mutating func add(_ names: NameBatch) {
    if names.isEmpty { return }
    count += names.count
    if let last = all.last, last.byteCount + names.byteCount <= Self.smallBatch {
      all[all.count - 1].append(contentsOf: names)
    } else {
      all.append(names)
    }
  }

  mutating func add(_ name: Name) {
    var batch = NameBatch()
    batch.append(name)
    add(batch)
  }
}
