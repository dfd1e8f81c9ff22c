import CSQLite
import ListModel
import NameSearch

@testable import TargetStore

/// A damaged store, or the journal of an interrupted edit: it is refused and left unchanged, or can
/// be used.
///
/// The input is a byte of choices, a byte for the length of the damage to the journal, that damage,
/// and that to the store.
final class StoresTarget: FuzzTarget {
  private let isControl: Bool
  private let folder: ScratchFolder
  private let list: ListName
  private let new: Name

  /// A complete store, and one whose writer was interrupted, each with its journal.
  private let samples: [(store: [UInt8], journal: [UInt8])]
  private let names: Set<Name>

  init(isControl: Bool) throws {
    self.isControl = isControl
    let folder = try ScratchFolder()
    self.folder = folder
    let path = "\(folder.path)/targets.db"
    list = try ListName("default")
    new = try Name("new")
    let names = try (0..<60).map { number throws(NameError) in try Name("name \(number) é") }
    self.names = Set(names)
    let (list, new) = (list, new)
    try Waiting.run {
      let store = try TargetStore(path: path)
      _ = try await store.apply(Edit(.add, names), to: list)
      _ = try await store.apply(Edit(.dead, Array(names.prefix(9))), to: list)
      _ = try await store.apply(Edit(.like, [names[3]], note: Note("a note")), to: list)
    }
    let whole = (try folder.read("targets.db"), try folder.read("targets.db-journal"))
    let cutOff = try Self.cutOff(path, in: folder)
    samples = [whole, cutOff]
    _ = new
    for sample in samples { try check(sample.0, sample.1, isDamaged: false) }
  }

  /// The files after a writer was killed while writing to the store.
  private static func cutOff(
    _ path: String, in folder: ScratchFolder
  ) throws -> (store: [UInt8], journal: [UInt8]) {
    let database = try SQLiteDatabase(path: path, .writing, patience: .seconds(1))
    try database.execute("PRAGMA journal_mode = PERSIST; BEGIN IMMEDIATE")
    try database.execute("PRAGMA user_version = \(try database.text("PRAGMA user_version") ?? "")")
    try database.execute("DELETE FROM row")
    guard sqlite3_db_cacheflush(database.handle) == SQLITE_OK else { throw Fault("no flush") }
    let files = (try folder.read("targets.db"), try folder.read("targets.db-journal"))
    try database.execute("ROLLBACK")
    return files
  }

  func run(_ input: [UInt8]) throws {
    var input = Input(input)
    let choices = input.byte()
    let sample = samples[Int(choices) % samples.count]
    let count = Int(input.byte())
    var bytes = input.remainder()
    var first = Input(Array(bytes.prefix(count)))
    bytes.removeFirst(min(count, bytes.count))
    var second = Input(bytes)
    let journal = Damage(sample.journal, at: Self.ranges(sample.journal, choices), by: &first).bytes
    let store = Damage(sample.store, at: Self.ranges(sample.store, choices), by: &second).bytes
    try check(store, journal, isDamaged: store != sample.store || journal != sample.journal)
  }

  /// The header, the first page, and everything.
  private static func ranges(_ bytes: [UInt8], _ choices: UInt8) -> [Range<Int>] {
    let ends = [min(100, bytes.count), min(4_096, bytes.count), bytes.count]
    return choices & 2 == 0 ? ends.map { 0..<$0 } : [0..<bytes.count]
  }

  private func check(_ store: [UInt8], _ journal: [UInt8], isDamaged: Bool) throws {
    folder.removeAll()
    try folder.write(store, to: "targets.db")
    try folder.write(journal, to: "targets.db-journal")
    let (path, list, new) = ("\(folder.path)/targets.db", list, new)
    let (found, edited) = try Waiting.run {
      let found = try await Self.contents(path, list)
      // A program that is being started elsewhere may also hold the lock for a moment.
      let patience: Duration = isDamaged ? .milliseconds(1) : .seconds(10)
      return (found, try await Self.edit(path, list, new, patience: patience))
    }
    if isControl { try folder.write(store + [0], to: "targets.db") }
    guard isDamaged else {
      try Fault.unless(found == names, "a store that is whole has other names")
      return try Fault.unless(edited?.contains(new) == true, "a store that is whole takes no edit")
    }
    if let edited {
      try Fault.unless(edited.contains(new), "an edit that was acknowledged is not there")
    } else if found == nil, store.count > 1 {
      // A journal may have been rolled back before other damage was found.
      let isLeft = try folder.read("targets.db") == store
      let isHot = journal.starts(with: [0xD9, 0xD5])
      try Fault.unless(isLeft || isHot, "refused, and changed")
    }
  }

  /// All readable content, as a separate run; `nil` if the store is refused.
  private static func contents(_ path: String, _ list: ListName) async throws -> Set<Name>? {
    let store = try TargetStore(path: path, patience: .milliseconds(1))
    do throws(StoreError) {
      _ = try await store.lists()
      _ = try await store.flags(in: list)
      _ = try await store.remarks(in: list)
      _ = try await store.stats(of: list, days: 3)
      return try await names(in: store, list)
    } catch {
      return nil
    }
  }

  private static func names(
    in store: TargetStore, _ list: ListName
  ) async throws(StoreError) -> Set<Name> {
    var names: Set<Name> = []
    var cursor: KeptPage.Cursor? = .start
    while let start = cursor {
      let page = try await store.names(in: list, after: start, limit: 25)
      names.formUnion(page.names.map(\.name))
      cursor = page.next
    }
    return names
  }

  /// Adds a name, undoes and redoes if possible, and reads everything as another run; `nil` if
  /// anything is refused.
  private static func edit(
    _ path: String, _ list: ListName, _ name: Name, patience: Duration
  ) async throws -> Set<Name>? {
    do throws(StoreError) {
      let store = try TargetStore(path: path, patience: patience)
      _ = try await store.apply(Edit(.add, [name]), to: list)
      _ = try await store.undo(in: list)
      _ = try await store.redo(in: list)
      return try await names(in: try TargetStore(path: path), list)
    } catch {
      return nil
    }
  }
}
