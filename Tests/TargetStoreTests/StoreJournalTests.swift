import ListModel
import Foundation
import Glibc
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// A journal beside a store to which it does not belong, or that cannot be read.
@Suite(.inTurn)
struct StoreJournalTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  private var journalPath: String { fixture.path + "-journal" }

  private func bytes(of path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  /// Kills a writer at each of its writes and syncs, always with the same store.
  ///
  /// - Returns: The files it left whenever an edit must be rolled back.
  private func interruptedEdits() throws -> [(store: Data, journal: Data)] {
    let (store, journal) = (try fixture.bytes(), try? bytes(of: journalPath))
    var found: [(store: Data, journal: Data)] = []
    for number in 1... {
      try put(store, journal)
      let run = try ProgramRun(
        Executable.path(named: "store-writer"),
        [fixture.path, "default", "b", "1", "killed-at=\(number)"])
      guard run.status == .signal(SIGKILL) else { break }
      let left = try bytes(of: journalPath)
      if left.starts(with: [0xd9, 0xd5, 0x05, 0xf9]) { found.append((try fixture.bytes(), left)) }
    }
    try put(store, journal)
    return found
  }

  private func put(_ store: Data, _ journal: Data?) throws {
    try fixture.directory.write(store, to: "targets.db")
    if let journal {
      try fixture.directory.write(journal, to: "targets.db-journal")
    } else {
      unlink(journalPath)
    }
  }

  private func fill(_ store: TargetStore) async throws {
    let texts = (0..<60).map { "name \($0)" }
    _ = try await store.apply(Edit(.add, names(texts)), to: fixture.list)
    for text in texts.prefix(9) {
      _ = try await store.apply(Edit(.dead, names(text)), to: fixture.list)
    }
  }

  private func expectRefusedAndUnchanged(
    _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let before = (try fixture.bytes(), try bytes(of: journalPath))
    for isEdit in [false, true] {
      do {
        let store = try fixture.open()
        if isEdit {
          _ = try await store.apply(Edit(.dead, names("name 30")), to: fixture.list)
        } else {
          _ = try await store.contents(of: fixture.list)
        }
        Issue.record(comment, sourceLocation: sourceLocation)
      } catch let error as StoreError {
        #expect(
          error.description.contains("store restore"), comment, sourceLocation: sourceLocation)
      }
    }
    #expect(try fixture.bytes() == before.0, comment, sourceLocation: sourceLocation)
    #expect(try bytes(of: journalPath) == before.1, comment, sourceLocation: sourceLocation)
  }

  @Test func anInterruptedEditIsRolledBackOrStored() async throws {
    try await fill(fixture.open())
    let before = try await fixture.open().contents(of: fixture.list)
    let edits = try interruptedEdits()
    #expect(!edits.isEmpty)
    for (store, journal) in edits {
      try put(store, journal)
      #expect(try await fixture.open().contents(of: fixture.list) == before)
    }
  }

  /// Backups of all ages, and another store with as many edits of as many names.
  @Test func aBackupBesideTheJournalOfALaterEditIsRefusedAndUnchanged() async throws {
    let store = try fixture.open()
    try await fill(store)
    var others: [Data] = []
    func backUp() async throws {
      _ = try await store.backUp(to: fixture.directory.path("b.db"), replaces: true)
      others.append(try bytes(of: fixture.directory.path("b.db")))
    }
    try await backUp()
    for number in 10..<14 {
      others.append(try fixture.bytes())
      _ = try await store.apply(Edit(.dead, names("name \(number)")), to: fixture.list)
      try await backUp()
    }
    let other = try StoreFixture()
    let foreign = try other.open()
    try await fill(foreign)
    for number in 20..<24 {
      _ = try await foreign.apply(Edit(.dead, names("name \(number)")), to: other.list)
      others.append(try other.bytes())
    }
    let edits = try interruptedEdits()
    #expect(!edits.isEmpty)
    for (number, other) in others.enumerated() {
      for (_, journal) in edits {
        try put(other, journal)
        try await expectRefusedAndUnchanged("store \(number)")
      }
    }
  }

  /// A new file gets its name when it is complete, so a journal of its tables is never beside it.
  @Test func aBackupBesideTheFirstEditsFilesIsReadOrRefused() async throws {
    let other = try StoreFixture()
    try await fill(other.open())
    _ = try await other.open().backUp(to: other.directory.path("b.db"), replaces: true)
    let (whole, backup) = (try other.bytes(), try bytes(of: other.directory.path("b.db")))
    let before = try await other.open().contents(of: other.list)
    for number in 1... {
      for file in try fixture.files() { unlink(fixture.directory.path(file)) }
      let run = try ProgramRun(
        Executable.path(named: "store-writer"),
        [fixture.path, "default", "b", "1", "killed-at=\(number)"])
      let isThere = access(fixture.path, F_OK) == 0
      if isThere { #expect(try await fixture.open().contents(of: fixture.list).count <= 1) }
      for store in [whole, backup] {
        try fixture.directory.write(store, to: "targets.db")
        do {
          #expect(try await fixture.open().contents(of: fixture.list) == before)
        } catch {
          #expect(try fixture.bytes() == store, "\(number)")
        }
      }
      if run.status != .signal(SIGKILL) { break }
    }
  }

  static let numbers: [UInt32] = [
    0, 1, 2, 31, 32, 511, 512, 513, 4_096, 65_535, 65_536, 65_537, 0x7fff_fffe, 0x7fff_ffff,
    0x8000_0000, 0x8000_0001, 0xffff_fffe, 0xffff_ffff,
  ]

  /// The numbers of records and of pages, the sizes of sectors and pages, and the nonce.
  @Test(arguments: [8, 12, 16, 20, 24])
  func noNumberInAJournalTrapsOrChangesRows(place: Int) async throws {
    try await fill(fixture.open())
    let before = try await fixture.open().contents(of: fixture.list)
    let (store, journal) = try #require(try interruptedEdits().last)
    for number in Self.numbers {
      for length in [28, journal.count] {
        var changed = journal.prefix(length)
        withUnsafeBytes(of: number.bigEndian) {
          changed.replaceSubrange(place..<(place + 4), with: $0)
        }
        try put(store, changed)
        do {
          #expect(try await fixture.open().contents(of: fixture.list) == before)
        } catch {
          #expect(try fixture.bytes() == store, "\(place): \(number): \(error)")
        }
      }
    }
  }

  @Test func aJournalOf28BytesDoesNotTrap() async throws {
    try await fill(fixture.open())
    let store = try fixture.bytes()
    for pages in Self.numbers {
      for size in Self.numbers {
        var journal = Data([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7])
        for number in [1, 1, pages, 512, size] as [UInt32] {
          withUnsafeBytes(of: number.bigEndian) { journal.append(contentsOf: $0) }
        }
        try put(store, journal)
        try await expectRefusedAndUnchanged("\(pages) pages of \(size) bytes")
      }
    }
  }

  /// Each number of 2 or 4 bytes in the header of a database.
  @Test(arguments: stride(from: 16, to: 96, by: 4).map(\.self))
  func noNumberInTheHeaderTrapsOrChangesRows(place: Int) async throws {
    try await fill(fixture.open())
    let before = try await fixture.open().contents(of: fixture.list)
    let store = try fixture.bytes()
    for number in Self.numbers {
      var changed = store
      withUnsafeBytes(of: number.bigEndian) {
        changed.replaceSubrange(place..<(place + 4), with: $0)
      }
      try put(changed, nil)
      do {
        #expect(try await fixture.open().contents(of: fixture.list) == before)
      } catch {
        #expect(try fixture.bytes() == changed, "\(place): \(number): \(error)")
      }
    }
  }
}

// MARK: Who may open it

extension StoreJournalTests {
  /// The message that another user gets for the store.
  private func seenByOthers() throws -> String {
    try ProgramRun(
      Executable.path(named: "store-writer"),
      [fixture.path, "default", "b", "0", "user=65534"]
    ).output
  }

  @Test(.enabled(if: geteuid() == 0, "only root can be another user"), arguments: [0o644, 0o604])
  func theJournalAndTheLockHaveTheModeOfTheStore(mode: mode_t) async throws {
    _ = try await fixture.filled(with: "a")
    #expect(chmod(fixture.directory.path, 0o755) == 0)
    #expect(chmod(fixture.path, mode) == 0)
    let said = try seenByOthers()
    #expect(said.contains("Permission denied") && said.contains("-journal"), "\(said)")
    #expect(!said.contains("edit"), "\(said)")
    for isEdit in [false, true] {
      #expect(chmod(journalPath, 0o600) == 0)
      if isEdit {
        try await fixture.edit(.add, "b")
      } else {
        _ = try await fixture.open().contents(of: fixture.list)
      }
      #expect(try seenByOthers() == "names \(isEdit ? 2 : 1)\nread-only\n")
    }
    for file in try fixture.files() {
      var found = stat()
      #expect(stat(fixture.directory.path(file), &found) == 0)
      #expect(found.st_mode & 0o777 == mode, "\(file)")
    }
  }

  @Test func aStoreWithSeveralNamesIsRefused() async throws {
    _ = try await fixture.filled(with: "a")
    let other = fixture.directory.path("other.db")
    #expect(link(fixture.path, other) == 0)
    let files = try fixture.files()
    for path in [fixture.path, other] {
      let store = try TargetStore(path: path)
      let error = StoreError.unusable(
        path: path, reason: "a file with several names (hard links); keep one of them")
      await #expect(throws: error) { try await store.lists() }
      await #expect(throws: error) {
        try await store.apply(Edit(.add, names("b")), to: fixture.list)
      }
    }
    #expect(try fixture.files() == files)
    #expect(unlink(other) == 0)
    #expect(try await fixture.open().contents(of: fixture.list) == ["a": []])
  }
}
