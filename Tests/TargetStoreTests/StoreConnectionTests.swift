import TestSupport
import Testing

@testable import TargetStore

@Suite(.inTurn)
struct StoreConnectionTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  private func settings(_ db: any Database) throws -> [String: String] {
    let names = ["journal_mode", "synchronous", "trusted_schema", "cell_size_check", "mmap_size"]
    return try names.reduce(into: [:]) { settings, name in
      settings[name] = try db.text("PRAGMA \(name)")
    }
  }

  /// `synchronous` 3 is EXTRA; with FULL, SQLite's default, a power cut can lose the last commit.
  @Test func aCommitSurvivesAPowerCutAndAHostileFileIsHarmless() throws {
    let connection = FileConnection(try StoreFile(path: fixture.path), patience: .zero)
    let found = try connection.write(creates: true) { db in
      Written(try settings(db), nil)
    }
    let safe = ["trusted_schema": "0", "cell_size_check": "1", "mmap_size": "0"]
    #expect(
      found?.value
        == safe.merging(["journal_mode": "persist", "synchronous": "3"]) { left, _ in left })

    let reader = FileConnection(try StoreFile(path: fixture.path), patience: .zero)
    let read = try #require(try reader.read(settings))
    #expect(read.filter { safe.keys.contains($0.key) } == safe)
  }

  @Test func aTransactionWithoutChangesWritesNothing() async throws {
    _ = try await fixture.filled(with: "a")
    let before = try fixture.bytes()
    let connection = FileConnection(try StoreFile(path: fixture.path), patience: .zero)
    _ = try connection.write(creates: true) { db in
      Written(try db.statement("DELETE FROM row").run(), nil)
    }
    #expect(try fixture.bytes() == before)
  }
}
