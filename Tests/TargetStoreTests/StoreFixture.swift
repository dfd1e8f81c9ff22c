import ListModel
import Foundation
import NameSearch
import TestSupport

@testable import TargetStore

/// A place for a store that only this test uses, with shortcuts for using it.
struct StoreFixture {
  let directory = TemporaryDirectory()
  let list: ListName

  /// The path of the file, or the address on the server.
  let path: String

  let lent: LentStore?

  init() throws {
    list = try ListName("default")
    lent = Engine.current == .server ? try LentStore() : nil
    path = lent?.address ?? directory.path("targets.db")
  }

  /// The store opened by a new run of the program.
  ///
  /// A server that other tests keep busy may need more than ten seconds for an edit of many rows.
  func open(author: String = "") throws -> TargetStore {
    try TargetStore(path: path, author: { author }, patience: .seconds(60))
  }

  /// The same, keeping this many steps for undo.
  func open(author: String = "", stepsKept: Int) async throws -> TargetStore {
    let store = try open(author: author)
    try await store.setUndoSteps(stepsKept)
    return store
  }

  /// Edits as a separate run.
  @discardableResult
  func edit(_ action: Edit.Action, _ texts: String...) async throws -> EditResult {
    try await open().apply(Edit(action, names(texts), addsUnknown: true), to: list)
  }

  /// A store with the given names.
  func filled(with texts: String...) async throws -> TargetStore {
    let store = try open()
    _ = try await store.apply(Edit(.add, names(texts)), to: list)
    return store
  }

  func bytes() throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
  }
}

func names(_ texts: [String]) throws -> [Name] {
  try texts.map { try Name($0) }
}

func names(_ texts: String...) throws -> [Name] {
  try names(texts)
}

extension TargetStore {
  /// The whole list: every name with its flags.
  func contents(of list: ListName) throws(StoreError) -> [String: Flags] {
    var contents: [String: Flags] = [:]
    var cursor: KeptPage.Cursor? = .start
    while let start = cursor {
      let page = try names(in: list, after: start, limit: 1_000)
      for kept in page.names { contents[kept.name.text] = kept.flags }
      cursor = page.next
    }
    return contents
  }
}

extension TargetStore {
  /// All stored rows of a list, including dropped ones, with their IDs after `#`.
  func rows(of list: ListName) throws(StoreError) -> [String: Flags] {
    var rows = try flags(in: list).mapValues { $0.intersection(.stored) }
    var cursor: KeptPage.Cursor? = .start
    while let start = cursor {
      let page = try names(in: list, after: start, limit: 100)
      for kept in page.names { rows[kept.name] = kept.flags }
      cursor = page.next
    }
    return Dictionary(
      uniqueKeysWithValues: rows.map { name, flags in
        (name.text + (name.sourceID.map { "#\($0)" } ?? ""), flags)
      })
  }

  /// The notes and snoozes of all rows, with names as in `rows(of:)`.
  func remarksByRow(in list: ListName) throws(StoreError) -> [String: Remark] {
    var remarks: [String: Remark] = [:]
    for (name, remark) in try self.remarks(in: list) {
      let remark = Remark(note: remark.note, until: remark.until)
      if remark == Remark() { continue }
      remarks[name.text + (name.sourceID.map { "#\($0)" } ?? "")] = remark
    }
    return remarks
  }
}

/// Runs an SQL script on a store, as its owner might by hand.
func runSQL(_ sql: String, on path: String) throws {
  try openDatabase(path).execute(sql)
}

extension StoreFixture {
  func connection() throws -> any StoreConnection {
    guard let address = try ServerAddress(path) else {
      return FileConnection(try StoreFile(path: path), patience: .zero)
    }
    return ServerConnection(address, patience: .seconds(30))
  }

  /// The first value of a query on the tables, in a file or on a server.
  func number(_ sql: String) throws -> Int? { try connection().read { try $0.number(sql) } ?? nil }

  func text(_ sql: String) throws -> String? { try connection().read { try $0.text(sql) } ?? nil }

  /// Runs SQL on the tables, as their owner might by hand.
  func execute(_ sql: String) throws {
    guard let address = try ServerAddress(path) else { return try runSQL(sql, on: path) }
    try ServerConnection(address, patience: .seconds(30))
      .administer(["SET LOCAL search_path = \(ServerSchema.standard.name)", sql])
  }
}

/// A connection to a store's file, which is created if necessary, as another program would have it.
func openDatabase(_ path: String) throws -> SQLiteDatabase {
  if access(path, F_OK) != 0 { try Data().write(to: URL(fileURLWithPath: path)) }
  return try SQLiteDatabase(path: path, .writing, patience: .seconds(10))
}

extension TargetStore {
  /// Claims rows for a command; returns why some were not claimed.
  func claim(
    _ names: [Name], for command: String, in list: ListName, seen: [Name: Outcome] = [:],
    retriesUnknown: Bool = false
  ) throws(StoreError) -> [Name: ClaimRefusal] {
    var turn = RunTurn(command)
    (turn.next, turn.seen, turn.retriesUnknown) = (names, seen, retriesUnknown)
    return try settle(turn, in: list)
  }
}
