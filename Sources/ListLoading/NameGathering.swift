import ListModel
package import NameSearch

/// Collects names for an index, since sorting many at once is faster.
///
/// The number of waiting names is limited, so that repeated names do not fill the memory.
package struct NameGathering {
  package struct Limits: Sendable {
    /// The limit if most names are repeated.
    package let ofRepeated: Int
    package let ofOthers: Int

    package init(ofRepeated: Int = 1 << 20, ofOthers: Int = 1 << 24) {
      (self.ofRepeated, self.ofOthers) = (ofRepeated, ofOthers)
    }

    /// The maximum number of names that may wait; at least as many as the index has.
    func mostWaiting(for index: NameIndex) -> Int {
      max(index.duplicateCount > index.count ? ofRepeated : ofOthers, index.count)
    }
  }

  /// After this many names, they are sorted to see how many are repeated.
  private static let firstNames = 1 << 16

  private var index: NameIndex
  private let limits: Limits
  private(set) var waiting = NameBatches()

  package init(into index: NameIndex, limits: Limits = Limits()) {
    self.index = index
    self.limits = limits
  }

  /// - Throws: `ListTooLong`.
  package mutating func add(_ names: NameBatch) throws(ListTooLong) {
    waiting.add(names)
    let isFirst = index.isEmpty && waiting.count >= min(Self.firstNames, limits.ofRepeated)
    if isFirst || waiting.count >= limits.mostWaiting(for: index) { try settle() }
  }

  /// The number of names so far; waiting names may be repeated.
  package var count: Int { index.count + waiting.count }

  /// Ends the gathering.
  ///
  /// - Parameter withTitles: Whether sections are needed, and not only the order.
  /// - Returns: All names.
  /// - Throws: `ListTooLong`.
  package mutating func finished(withTitles: Bool = true) throws(ListTooLong) -> NameIndex {
    if !withTitles, index.isEmpty, waiting.all.allSatisfy(\.isASCII) {
      index = NameIndex(order: index.order.ofASCIIWithoutTitles).ordered(by: index.orderColumn)
    }
    try settle()
    return index
  }

  private mutating func settle() throws(ListTooLong) {
    index = try index.addingIfTheyFit(waiting.all)
    waiting = NameBatches()
  }
}

/// Names in order of arrival; small batches are joined.
struct NameBatches: Sendable {
  private(set) var all: [NameBatch] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// In bytes; larger batches are not copied.
  private static let smallBatch = 1 << 16

  mutating func add(_ names: NameBatch) {
    if names.isEmpty { return }
    count += names.count
    // A batch that is being sorted must not change, because it will be replaced; a sorted one only
    // has its own positions and repeated names.
    if let last = all.last, !last.isSorted, !last.isWorthPresorting, !names.isSorted,
      last.byteCount + names.byteCount <= Self.smallBatch
    {
      all[all.count - 1].append(contentsOf: names)
    } else {
      all.append(names)
    }
  }

  /// Replaces a batch by one with the same names in another order.
  mutating func replace(at place: Int, with batch: NameBatch) { all[place] = batch }

  mutating func add(
    _ name: Name, _ texts: RowTexts = RowTexts(), by column: OrderColumn? = nil
  ) {
    var batch = NameBatch()
    batch.append(name, texts, by: column)
    add(batch)
  }
}

extension NameBatch {
  /// Adds a row of a list, with the texts that an index stores.
  mutating func append(_ name: Name, _ texts: RowTexts, by column: OrderColumn?) {
    append(name, detail: texts.detail, section: texts.section)
    setLastPosition(texts.position)
    if let column { setLastOrderValue(column.value(of: name, texts), in: column) }
  }
}

extension OrderColumn {
  /// The value that a row of a list has in the column; empty if it has none.
  func value(of name: Name, _ texts: RowTexts) -> String {
    value(of: name, fields: texts.detail, section: texts.section, revision: texts.revision)
  }
}
