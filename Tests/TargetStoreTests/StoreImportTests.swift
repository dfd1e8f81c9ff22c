import Edits
import Foundation
import Glibc
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// An import that does not come to its end.
@Suite(.onEachEngine)
struct StoreImportTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  /// Somebody who reads keeps the import from its commit: it is stopped when all else is done.
  @Test(.onFilesOnly, arguments: [SIGINT, SIGTERM, SIGKILL])
  func anImportThatIsStoppedLeavesTheStoreAsItWas(signal: Int32) async throws {
    _ = try await fixture.filled(with: "a", "b")
    try await fixture.edit(.markDead, "b")
    let importer = try ImportProcess(fixture.path, count: 20_000)
    let reader = try openDatabase(fixture.path)
    try reader.execute("BEGIN")
    #expect(try reader.number("SELECT count(*) FROM entry") == 2)
    importer.start()
    #expect(importer.waitForEnd(stoppingAt: "16384", with: signal) == signal)
    try reader.execute("ROLLBACK")
    #expect(try await fixture.open().contents(of: fixture.list) == ["a": [], "b": .dead])
    #expect(try await fixture.open().undo(in: fixture.list)?.changes.map(\.before) == [.dead])
  }

  @Test func anImportIsOneStepHoweverManyNames() async throws {
    let store = try await fixture.filled(with: "name-7")
    var batch = NameBatch()
    for number in 0..<10_000 { batch.append(try Name("name-\(number)")) }
    #expect(try await store.importNames(batch, into: fixture.list) == 9_999)
    #expect(try await store.undo(in: fixture.list)?.changes.count == 9_999)
    #expect(try await store.contents(of: fixture.list) == ["name-7": []])
    #expect(try await store.redo(in: fixture.list)?.changes.count == 9_999)
    #expect(try await store.contents(of: fixture.list).count == 10_000)
  }

  @Test func theFirstOfTwoSpellingsIsTheOneThatIsKept() async throws {
    let store = try fixture.open()
    var batch = NameBatch()
    for text in ["z", "caf\u{e9}", "cafe\u{301}", "\u{1ed9}", "o\u{302}\u{323}", "b"] {
      batch.append(try Name(text))
    }
    #expect(try await store.importNames(batch, into: fixture.list) == 4)
    let kept = try await store.names(in: fixture.list, limit: 9).names.map(\.name.original)
    #expect(kept.map(\.unicodeScalars.count) == [1, 4, 1, 1])
  }
}

/// A second program that imports names when it is told to, and says how far it is.
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

  /// Has it begin.
  func start() {
    try? input.fileHandleForWriting.close()
  }

  /// Sends a signal as soon as so many names are done.
  ///
  /// - Returns: The signal it ended by; zero if it came to its end.
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
