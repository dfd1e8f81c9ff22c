import Browser
import Dispatch
import ListLoading
import ListModel
import NameSearch
import Threads
import Synchronization
import TestSupport
import Testing

@testable import TargetStore

/// The store of a `BrowserDriver`: a real one in a file, used by the program's own functions.
///
/// If it fails, the test fails. The file is created when it is first needed, since most tests edit nothing.
final class DriverStore {
  private lazy var directory = TemporaryDirectory(isInMemory: true)
  private var opened: Opened?

  /// The rows of the list when the file is created.
  private var rows: [Name]

  private struct Opened {
    let list: ListName

    /// The store opened by the session under test, and by another run of the program.
    let own, others: TargetStore
  }

  init(rows: [Name]) { self.rows = rows }

  var isOpen: Bool { opened != nil }

  private func open() throws -> Opened {
    if let opened { return opened }
    let (path, list) = (directory.path("targets.db"), try ListName("default"))
    if !rows.isEmpty { try fill(path, list) }
    let new = Opened(
      list: list, own: try TargetStore(path: path),
      others: try TargetStore(path: path, author: { "Ann" }))
    opened = new
    return new
  }

  /// Puts the first rows into the list in a way that cannot be undone.
  private func fill(_ path: String, _ list: ListName) throws {
    let (store, batch) = (try TargetStore(path: path), NameBatch(rows))
    try wait {
      _ = try await store.importNames(batch, into: list)
      try await store.forgetSteps()
    }
  }

  /// Runs an operation on a store; `nil` after a failure.
  private func ask<Value: Sendable>(
    _ which: KeyPath<Opened, TargetStore> = \.own,
    _ work: @escaping @Sendable (TargetStore, ListName) async throws -> Value
  ) -> Value? {
    do {
      let opened = try open()
      let (store, list) = (opened[keyPath: which], opened.list)
      return try wait { try await work(store, list) }
    } catch {
      Issue.record(error)
      return nil
    }
  }
}

// MARK: The session's own

extension DriverStore {
  func answers(to edits: [PendingEdit]) -> [EditAnswer]? {
    ask { store, list in await store.answers(to: edits, in: list) }
  }

  func carryOut(_ decision: Decision, on many: ManyRows) -> (EditSummary, ListVersion?)? {
    ask { store, list in try await store.carryOut(decision, on: many, in: list) }
  }

  func remarks(on names: [Name]) -> [Name: Remark]? {
    isOpen ? ask { store, list in try await store.remarks(on: names, in: list) } : [:]
  }

  func nameDecidedLast() -> Name? {
    isOpen ? ask { store, list in try await store.nameDecidedLast(in: list) } ?? nil : nil
  }

  /// How many rows were decided today, and the version of the list that was counted.
  func countDecided() -> (count: Int, mark: ListVersion)? {
    guard isOpen else { return (0, .start) }
    return ask { store, list in
      try await store.countDecided(in: list, since: Moment.now.startOfDay)
    } ?? nil
  }

  /// The changes of the list since a version; `nil` if everything must be read again.
  func changes(since mark: ListVersion) -> ListNews? {
    ask { store, list in try await store.changes(of: list, since: mark) } ?? nil
  }

  /// The edits by others since then.
  func others(_ look: Browser.ChangeRequest, upTo mark: ListVersion) -> OthersNews? {
    let (start, open, readsRows) = (look.mark, look.open, look.hasTicks)
    return ask { store, list in
      try await store.news(
        ofOthersIn: list, from: start, upTo: mark, settling: open, readsRows: readsRows)
    }
  }

  /// All flags, and the version of the list to which they belong.
  func flags(beside table: FlagTable) -> (flags: [Name: Flags], mark: ListVersion)? {
    ask { store, list in
      let all = try await store.flags(in: list, beside: table)
      return (flags: all.flags, mark: all.mark)
    }
  }

  /// All rows of the list.
  var batch: NameBatch {
    var batch = NameBatch()
    let page = ask { store, list in try await store.names(in: list, limit: 100_000) }
    for row in page?.names ?? [] { batch.append(row.name, revision: row.texts.revision) }
    return batch
  }

  /// The version of the list.
  func mark() -> ListVersion? { ask { store, list in try await store.mark(of: list) } }

  /// The steps that can be undone, oldest first.
  var steps: [Step] {
    isOpen
      ? ask { store, list in try await store.steps(in: list).map { Step($0) } } ?? [] : []
  }
}

extension TargetStore {
  fileprivate func forgetSteps() throws(StoreError) {
    _ = try connection.write(creates: false, commitsWithoutStep: true) { db in
      Written(try db.statement("DELETE FROM step").run(), nil)
    }
  }

  /// All steps of a list that can be undone, oldest first.
  fileprivate func steps(in list: ListName) throws(StoreError) -> [UndoStep] {
    try connection.read { [run] db in
      guard let id = try ListRecord.id(of: list, in: db) else { return [] }
      let reading = try db.statement(
        "SELECT \(StoredStep.columns) FROM step WHERE list = ?1 AND undone = 0 ORDER BY switched"
      ).bind(id, at: 1)
      var steps: [StoredStep] = []
      while try reading.step() { steps.append(StoredStep(reading)) }
      let table = StepTable(db: db, list: id, run: run)
      return try steps.map { try UndoStep($0, in: table) }
    } ?? []
  }
}

// MARK: Another run of the program

extension DriverStore {
  func addElsewhere(_ names: [Name]) {
    if isOpen { editElsewhere(.add, names) } else { rows += names }
  }

  func dropElsewhere(_ name: Name) {
    if isOpen { editElsewhere(.drop, [name]) } else { rows.removeAll { $0 == name } }
  }

  func editElsewhere(_ action: Edit.Action, _ names: [Name], note: Note? = nil) {
    let edit = Edit(action, names, ofSingleRows: true, addsUnknown: true, note: note)
    _ = ask(\.others) { store, list in try await store.apply(edit, to: list) }
  }

  func mirrorElsewhere(_ rows: NameBatch, keepsOrder: Bool) {
    _ = ask(\.others) { store, list in
      try await store.mirror(rows, into: list, keepsOrder: keepsOrder)
    }
  }

  /// Deletes the list, and makes another of its name with the same rows.
  func replaceElsewhere() {
    let batch = batch
    _ = ask(\.others) { store, list in
      _ = try await store.delete(list)
      _ = try await store.importNames(batch, into: list)
    }
  }

  /// Makes the store keep this many steps for undo.
  func keepSteps(_ count: Int) { _ = ask { store, _ in try await store.setUndoSteps(count) } }

  /// Undoes the last step of anyone, because this run has no steps of its own.
  func undoElsewhere() {
    _ = ask { store, list in
      try await TargetStore(path: store.path).undo(in: list, ofAnyone: true)
    }
  }
}

// MARK: Waiting for an actor

extension DriverStore {
  /// Waits for an actor, so that a story in a test needs no `await` in each line.
  ///
  /// The work begins on a separate thread and continues on the thread of the actor, so it needs
  /// none of the threads on which tests wait.
  private func wait<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let answer = Answer<Value>()
    Task(executorPreference: StartingThread.shared) {
      do { answer.give(.success(try await work())) } catch { answer.give(.failure(error)) }
    }
    return try answer.get()
  }

  private final class Answer<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>>(.failure(CancellationError()))
    private let arrival = DispatchSemaphore(value: 0)

    func give(_ result: Result<Value, any Error>) {
      self.result.withLock { $0 = result }
      arrival.signal()
    }

    func get() throws -> Value {
      arrival.wait()
      return try result.withLock { $0 }.get()
    }
  }
}

private final class StartingThread: TaskExecutor {
  static let shared = StartingThread()

  private let thread = SerialThread(label: "driver.start")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    thread.run { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
