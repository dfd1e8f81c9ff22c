import ListModel
import NameSearch

// Edits of many names. What a server is to be asked for is asked for a batch at a time, so that the
// way to it is gone once for all of them.

extension EntryEditor {
  /// As many names are looked ahead for.
  static var batchSize: Int { 256 }

  /// - Throws: ``StoreError/cancelled``, half-way too.
  mutating func make(
    _ edit: Edit, ofEach names: some Sequence<Name>, _ tell: (Outcome) -> Void
  ) throws {
    try forEachBatch(of: names, { $0 }, ofSingleRows: edit.ofSingleRows) { editor, name in
      try editor.make(edit, of: name, tell)
    }
  }

  mutating func restore(_ rows: some Sequence<ImportedRow>, _ tell: (Outcome) -> Void) throws {
    try forEachBatch(of: rows, { $0.name }, ofSingleRows: true) { editor, row in
      try editor.restore(row, tell)
    }
  }

  /// Adds names and returns the number of rows added; `progress` is told how many are done.
  mutating func add(_ names: NameBatch, _ progress: (Int) -> Void) throws -> Int {
    if try addsInBulk(names, ofSingleRows: false) {
      return try addInBulk(names, isMirror: false, progress)
    }
    return try add(names, at: names.placesNearlyAsKept, isMirror: false, progress)
  }

  /// Adds the rows of a mirror and returns how many have come.
  mutating func addMirrored(_ names: NameBatch) throws -> Int {
    if try addsInBulk(names, ofSingleRows: true) {
      return try addInBulk(names, isMirror: true) { _ in }
    }
    return try add(names, at: 0..<names.count, isMirror: true) { _ in }
  }

  /// Adds the names at some places one by one.
  mutating func add(
    _ names: NameBatch, at places: some Sequence<Int>, isMirror: Bool, _ progress: (Int) -> Void
  ) throws -> Int {
    var (added, done) = (0, 0)
    try forEachBatch(of: places, { names[$0] }, ofSingleRows: isMirror) { editor, place in
      let (name, texts) = (names[place], names.texts(at: place))
      if isMirror {
        added += try editor.addMirrored(name, texts) ? 1 : 0
      } else {
        added += try editor.add(name, texts)
      }
      done += 1
      if done % 8_192 == 0 { progress(done) }
    }
    return added
  }

  /// Calls `body` with each item; a server was asked for the rows of a batch ahead.
  mutating func forEachBatch<Item>(
    of items: some Sequence<Item>, _ name: (Item) -> Name, ofSingleRows: Bool,
    _ body: (inout EntryEditor, Item) throws -> Void
  ) throws {
    guard table.database.isServer else {
      for (place, item) in items.enumerated() {
        if place % 8_192 == 8_191, Task.isCancelled { throw StoreError.cancelled }
        try body(&self, item)
      }
      return
    }
    var batch: [Item] = []
    func makeBatch(_ editor: inout EntryEditor) throws {
      if Task.isCancelled { throw StoreError.cancelled }
      try editor.table.prefetching(batch.map(name), ofSingleRows: ofSingleRows) {
        for item in batch { try body(&editor, item) }
      }
      batch.removeAll(keepingCapacity: true)
    }
    for item in items {
      batch.append(item)
      if batch.count == Self.batchSize { try makeBatch(&self) }
    }
    try makeBatch(&self)
  }
}

extension NameBatch {
  /// What the source tells of the name at a place.
  func texts(at place: Int) -> RowTexts {
    RowTexts(detail: detail(at: place), section: section(at: place))
  }

  /// The indices of the names, nearly in table order, so that inserts fill one page after another.
  var placesNearlyAsKept: [Int] {
    let beginnings = (0..<count).map { place in
      let text = self[place].text.utf8
      let bytes = text.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return (bytes << UInt64(8 * max(8 - text.count, 0)), place)
    }
    return beginnings.sorted { $0 < $1 }.map(\.1)
  }
}
