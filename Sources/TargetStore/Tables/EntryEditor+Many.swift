import Edits
import NameSearch

// Edits of many names. What a server is to be asked for is asked for a batch at a time, so that the
// way to it is gone once for all of them.

extension EntryEditor {
  /// As many names are looked ahead for.
  static var batchSize: Int { 256 }

  /// From so many names on, a server only counts the rows that an import adds.
  private static var mostNotedOnServers: Int { 4_096 }

  /// - Throws: ``StoreError/cancelled``, half-way too.
  mutating func make(
    _ edit: Edit, ofEach names: some Sequence<Name>, _ tell: (Outcome) -> Void
  ) throws {
    try forEachBatch(of: names, { $0 }, ofSingleRows: edit.ofSingleRows) { editor, name in
      try editor.make(edit, of: name, tell)
    }
  }

  mutating func restore(_ rows: some Sequence<KeptRow>, _ tell: (Outcome) -> Void) throws {
    try forEachBatch(of: rows, { $0.name }, ofSingleRows: true) { editor, row in
      try editor.restore(row, tell)
    }
  }

  /// Adds names and returns the number of rows added; `progress` is told how many are done.
  mutating func add(_ names: NameBatch, _ progress: (Int) -> Void) throws -> Int {
    if try addsInBulk(names) { return try addInBulk(names, progress) }
    var (added, done) = (0, 0)
    try forEachBatch(of: names.placesNearlyAsKept, { names[$0] }, ofSingleRows: false) {
      editor, place in
      added += try editor.add(names[place], names.texts(at: place))
      done += 1
      if done % 8_192 == 0 { progress(done) }
    }
    return added
  }

  private mutating func forEachBatch<Item>(
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
      try editor.table.foreseeing(batch.map(name), ofSingleRows: ofSingleRows) {
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

// MARK: In bulk

extension EntryEditor {
  /// Whether rows can be inserted without looking for others with their names.
  private func addsInBulk(_ names: NameBatch) throws -> Bool {
    guard table.database.isServer, names.count > Self.mostNotedOnServers else { return false }
    let known = (0..<names.count).count { names[$0].sourceID != nil }
    return try known == names.count || known == 0 && !table.keepsIdentities
  }

  private mutating func addInBulk(_ names: NameBatch, _ progress: (Int) -> Void) throws -> Int {
    let places = names.placesNearlyAsKept
    let range = try recorder.begin()
    var added = 0
    for start in stride(from: 0, to: places.count, by: Self.mostNotedOnServers) {
      if Task.isCancelled { throw StoreError.cancelled }
      let batch = places[start..<min(start + Self.mostNotedOnServers, places.count)]
        .map { (name: names[$0], texts: names.texts(at: $0)) }
      let inserted = try table.addAll(batch, range: range)
      for _ in 0..<inserted.count { recorder.countAdded() }
      added += inserted.count
      // Those that are there may have been dropped, or have other texts.
      for (name, texts) in batch where !inserted.contains(name) { added += try add(name, texts) }
      let done = start + batch.count
      if done % 8_192 == 0 { progress(done) }
    }
    return added
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
