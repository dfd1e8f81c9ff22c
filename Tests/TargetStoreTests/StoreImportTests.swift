import ListModel
import Foundation
import Glibc
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// Imports that do not complete.
@Suite(.onEachEngine, .inTurn)
struct StoreImportTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  /// A reader delays the commit; the import is stopped when everything else is done.
  @Test(.onFilesOnly, arguments: [SIGINT, SIGTERM, SIGKILL])
  func aStoppedImportLeavesTheStoreUnchanged(signal: Int32) async throws {
    _ = try await fixture.filled(with: "a", "b")
    try await fixture.edit(.dead, "b")
    let importer = try ImportProcess(fixture.path, count: 20_000)
    let reader = try openDatabase(fixture.path)
    try reader.execute("BEGIN")
    #expect(try reader.number("SELECT count(*) FROM row") == 2)
    importer.start()
    #expect(importer.waitForEnd(stoppingAt: "16384", with: signal) == signal)
    try reader.execute("ROLLBACK")
    #expect(try await fixture.open().contents(of: fixture.list) == ["a": [], "b": .dead])
    #expect(try await fixture.open().undo(in: fixture.list)?.changes.map(\.before) == [.dead])
  }

  @Test func anImportIsOneStepHoweverManyNames() async throws {
    let store = try await fixture.filled(with: "name-7")
    let batch = try NameBatch((0..<10_000).map { "name-\($0)" })
    #expect(try await store.importNames(batch, into: fixture.list).added == 9_999)
    #expect(try await store.undo(in: fixture.list)?.changes.count == 9_999)
    #expect(try await store.contents(of: fixture.list) == ["name-7": []])
    #expect(try await store.redo(in: fixture.list)?.changes.count == 9_999)
    #expect(try await store.contents(of: fixture.list).count == 10_000)
  }

  @Test func anImportTakesANewNameThatIsTheOnlyChange() async throws {
    let store = try fixture.open()
    let (old, new) = try (Name("old").known(by: "1"), Name("new").known(by: "1"))
    _ = try await store.importNames(NameBatch([old]), into: fixture.list)
    _ = try await store.apply(Edit(.dead, [old]), to: fixture.list)
    #expect(try await store.importNames(NameBatch([new]), into: fixture.list).added == 0)
    #expect(try await store.rows(of: fixture.list) == ["new#1": .dead])
    _ = try await store.undo(in: fixture.list)
    #expect(try await store.rows(of: fixture.list) == ["old#1": .dead])
  }

  /// Thousands of names, some of them repeated, and some with texts.
  private func batch(
    _ numbers: some Sequence<Int>, haveIdentities: Bool, detail: (Int) -> String? = { _ in nil }
  ) throws -> NameBatch {
    var batch = NameBatch()
    for number in numbers {
      let name = try Name("name-\(number)")
      let row = haveIdentities ? try name.known(by: "#\(number)") : name
      _ = batch.append(row, detail: detail(number))
    }
    return batch
  }

  @Test(arguments: [false, true])
  func existingRowsAreNotChangedByAnotherImport(haveIdentities: Bool) async throws {
    let store = try fixture.open()
    let first = try batch(
      Array(0..<6_000) + Array(0..<10), haveIdentities: haveIdentities, detail: { "old \($0)" })
    #expect(try await store.importNames(first, into: fixture.list).added == 6_000)
    let mark = try await store.mark(of: fixture.list)
    #expect(try await store.importNames(first, into: fixture.list).added == 0)
    #expect(try await store.mark(of: fixture.list) == mark)
    // Two new names, one with another detail, and one that was hidden.
    let name = try Name("name-7")
    let hidden = haveIdentities ? try name.known(by: "#7") : name
    _ = try await store.apply(Edit(.hide, [hidden]), to: fixture.list)
    let second = try batch(0..<6_002, haveIdentities: haveIdentities) {
      $0 == 5 ? "new" : "old \($0)"
    }
    #expect(try await store.importNames(second, into: fixture.list).added == 3)
    let undone = try await store.undo(in: fixture.list)
    #expect(
      Set(undone?.changes.map(\.name.text) ?? [])
        == ["name-5", "name-7", "name-6000", "name-6001"])
    #expect(try await store.contents(of: fixture.list).count == 5_999)
  }

  /// New rows are sent to a server a few thousand at a time, but recorded individually.
  @Test(arguments: [1, 2, 100, 256, 257, 1_000, 4_096, 4_097], ["bare", "known", "mirrored"])
  func newRowsTakeFewRoundTrips(count: Int, kind: String) async throws {
    guard let lent = fixture.lent else { return }
    let proxy = try SocketProxy(of: lent.cluster.folder) { { .goOn(Array($0)) } }
    defer { proxy.stop() }
    let store = try TargetStore(
      path: "postgres://postgres@/\(lent.database)?host=\(proxy.folder.path)",
      patience: .seconds(60))
    for list in [fixture.list, try ListName("other")] {
      _ = try await store.apply(Edit(.add, names("there")), to: list)
    }
    for list in [fixture.list, try ListName("new")] {
      let before = try await store.mark(of: list)
      let rows = try batch(0..<count, haveIdentities: kind == "known") {
        $0 % 2 == 0 ? "text \($0)" : nil
      }
      let asked = proxy.asked
      if kind == "mirrored" {
        #expect(try await store.mirror(rows, into: list).new == count)
      } else {
        #expect(try await store.importNames(rows, into: list).added == count)
      }
      let trips = proxy.asked - asked
      // A mirror also reads the list.
      let most = 5 * max(1, count / 1_000) + (kind == "mirrored" ? 5 : 0)
      #expect(trips <= most, "\(trips) for \(count) \(kind)")
      // After a mirror, the list must be read again.
      if count <= 4_096, before != .start, kind != "mirrored" {
        let news = try #require(try await store.changes(of: list, since: before))
        #expect(news.changes.count { $0.name.text != "there" } == count)
        #expect(news.texts.count == (count + 1) / 2)
      }
      let undone = try await store.undo(in: list)
      #expect(undone?.changes.count { $0.before == nil || $0.after == nil } ?? 0 >= count)
      #expect(try await store.redo(in: list) != nil)
      #expect(
        try await store.contents(of: list).count { $0.key != "there" } == count)
    }
  }

  @Test(arguments: [1, 1_000, 4_097], [false, true])
  func readingFactsAboutRowsTakesFewRoundTrips(count: Int, haveIdentities: Bool) async throws {
    guard let lent = fixture.lent else { return }
    let proxy = try SocketProxy(of: lent.cluster.folder) { { .goOn(Array($0)) } }
    defer { proxy.stop() }
    let store = try TargetStore(
      path: "postgres://postgres@/\(lent.database)?host=\(proxy.folder.path)",
      patience: .seconds(60))
    let rows = try batch(0..<count, haveIdentities: haveIdentities)
    let all = (0..<count).map { rows[$0] }
    _ = try await store.importNames(rows, into: fixture.list)
    let note = try Note("why")
    _ = try await store.apply(Edit(.like, [all[0]], note: note), to: fixture.list)
    var asked = proxy.asked
    // Individual writes are sometimes followed by a wait for all answers.
    func expectFew(_ kind: String, written: Int = 0) {
      #expect(proxy.asked - asked <= 4 + count / 1_000 + written / 512, "\(kind)")
      asked = proxy.asked
    }
    let flags = try await store.flags(of: all, in: fixture.list)
    expectFew("flags")
    #expect(flags.count == count && flags[all[0]] == [.liked, .noted])
    let remarks = try await store.remarks(on: all, in: fixture.list)
    expectFew("remarks")
    #expect(remarks.mapValues(\.note) == [all[0]: note])
    let outcomes = all.map { (name: $0, outcome: Optional(Outcome(command: "x", status: 1))) }
    try await store.keep(outcomes, of: "x", in: fixture.list)
    expectFew("outcomes", written: 1_024 + 3 * count)
    #expect(try await store.outcomes(of: "x", in: fixture.list).count == count)
  }

  @Test(arguments: [false, true])
  func aMirrorInLargeBatchesEqualsOneInSmallBatches(haveIdentities: Bool) async throws {
    let store = try fixture.open()
    let first = try batch(0..<6_000, haveIdentities: haveIdentities)
    #expect(try await store.mirror(first, into: fixture.list).new == 6_000)
    #expect(
      try await store.mirror(first, into: fixture.list) == MirrorSummary(same: 6_000, kept: 6_000))
    let second = try batch(5..<12_000, haveIdentities: haveIdentities)
    #expect(
      try await store.mirror(second, into: fixture.list)
        == MirrorSummary(new: 6_000, gone: 5, same: 5_995, kept: 5_995))
    let flags = try await store.flags(in: fixture.list)
    #expect(flags.count { $0.value.contains(.new) } == 6_000)
    _ = try await store.undo(in: fixture.list)
    #expect(try await store.contents(of: fixture.list).count == 6_000)
  }

  @Test func theFirstSpellingIsKept() async throws {
    let store = try fixture.open()
    let batch = try NameBatch(["z", "caf\u{e9}", "cafe\u{301}", "\u{1ed9}", "o\u{302}\u{323}", "b"])
    #expect(try await store.importNames(batch, into: fixture.list).added == 4)
    let kept = try await store.names(in: fixture.list, limit: 9).names.map(\.name.original)
    #expect(kept.map(\.unicodeScalars.count) == [1, 4, 1, 1])
  }
}

/// A second program that imports names on demand, and reports its progress.
private final class ImportProcess {
  private let process = Foundation.Process()
  private let input = Pipe()
  private let output = Pipe()

  init(_ path: String, count: Int) throws {
    process.executableURL = URL(fileURLWithPath: try Executable.path(named: "store-writer"))
    process.arguments = [path, "default", "new", "\(count)", "import=all"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// Starts the import.
  func start() {
    try? input.fileHandleForWriting.close()
  }

  /// Sends `signal` when the process has printed `place`, and waits for its end.
  ///
  /// - Returns: The signal by which the process ended; zero if it completed.
  func waitForEnd(stoppingAt place: String, with signal: Int32) -> Int32 {
    var bytes = Data()
    var isStopped = false
    while case let chunk = output.fileHandleForReading.availableData, !chunk.isEmpty {
      bytes += chunk
      if !isStopped, bytes.range(of: Data("\(place)\n".utf8)) != nil {
        isStopped = true
        kill(process.processIdentifier, signal)
      }
    }
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal ? process.terminationStatus : 0
  }
}
