import ListModel
import Foundation
import Glibc
import NameSearch
import TargetStore
import TestSupport
import Testing

/// The owners and modes of files, and what happens to them.
@Suite(.inTurn)
struct StoreFileTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  private func mode(_ path: String) throws -> mode_t {
    var found = stat()
    guard lstat(path, &found) == 0 else { throw CocoaError(.fileNoSuchFile) }
    return found.st_mode & 0o777
  }

  @Test(arguments: ["000", "022", "077", "777"])
  func onlyTheOwnerCanReadTheStoreWithAnyUmask(mask: String) throws {
    let folder = fixture.directory.path("new")
    let path = "\(folder)/er/targets.db"
    // With a umask that forbids everything, the folders could not be entered.
    if mask == "777" { mkdir(folder, 0o700); mkdir("\(folder)/er", 0o700) }
    let run = try writer(path, "umask=\(mask)")
    #expect(run.output == "names 0\na-0\n")
    for (file, expected) in [("", 0o700), ("/er", 0o700)] as [(String, mode_t)] {
      #expect(try mode(folder + file) == expected)
    }
    for file in try FileManager.default.contentsOfDirectory(atPath: "\(folder)/er") {
      #expect(try mode("\(folder)/er/\(file)") == 0o600, "\(file)")
    }
  }

  @Test func aSymbolicLinkIsRefused() async throws {
    _ = try await fixture.filled(with: "a")
    let link = fixture.directory.path("link.db")
    #expect(symlink(fixture.path, link) == 0)
    try await expectRefused(link, reason: "a symbolic link; use the file itself")
    let dangling = fixture.directory.path("dangling.db")
    #expect(symlink(fixture.directory.path("nothing"), dangling) == 0)
    try await expectRefused(dangling, reason: "a symbolic link; use the file itself")
    #expect(try !fixture.files().contains("nothing"))
  }

  @Test func aLinkInPlaceOfTheLockIsNotFollowed() async throws {
    let store = try await fixture.filled(with: "a")
    #expect(unlink(fixture.path + "-lock") == 0)
    #expect(symlink(fixture.directory.path("nothing"), fixture.path + "-lock") == 0)
    await #expect(throws: StoreError.self) { try await store.undo(in: fixture.list) }
    #expect(try !fixture.files().contains("nothing"))
  }

  @Test func aFolderIsNotAStore() async throws {
    try await expectRefused(fixture.directory.path, reason: "not a regular file")
    try await expectRefused("/dev/null", reason: "not a regular file")
  }

  @Test func aFileIsNotAFolder() async throws {
    try fixture.directory.write("", to: "file")
    try await expectRefused(fixture.directory.path("file/targets.db"), reason: "Not a directory")
  }

  @Test(arguments: ["", "a\0b"])
  func aTextThatCannotBeAPathIsRefused(path: String) {
    #expect(throws: StoreError.unusable(path: path, reason: "not a valid path")) {
      try TargetStore(path: path)
    }
  }

  @Test func aPathIsNeverSpecialToSQLite() async throws {
    for name in [":memory:", "file:x?mode=memory"] {
      let run = try writer(name)
      #expect(run.output == "names 0\na-0\n")
      #expect(try fixture.files().contains(name))
    }
  }

  @Test func aReadOnlyStoreCanBeReadButNotEdited() async throws {
    _ = try await fixture.filled(with: "a")
    for file in try fixture.files() where file != "targets.db" {
      #expect(unlink(fixture.directory.path(file)) == 0)
    }
    try makeReadOnly(fileToo: true)
    try expectReadOnly(names: 1)
  }

  @Test func aReadOnlyFolderWithoutAStoreIsAnEmptyStore() throws {
    try makeReadOnly(fileToo: false)
    try expectReadOnly(names: 0)
  }

  /// An edit makes no file if the lock and the journal are there.
  @Test(.enabled(if: geteuid() == 0, "only root can give a file away"), arguments: [true, false])
  func aFolderNeedNotBeWritableWithALockAndAJournal(hasJournal: Bool) async throws {
    _ = try await fixture.filled(with: "b")
    for file in try fixture.files() {
      #expect(chown(fixture.directory.path(file), 65_534, 65_534) == 0)
    }
    if !hasJournal { #expect(unlink(fixture.path + "-journal") == 0) }
    #expect(chmod(fixture.directory.path, 0o555) == 0)
    defer { chmod(fixture.directory.path, 0o700) }
    let run = try writer(count: 1, "user=65534")
    let refusal = "read-only\nerror: \(StoreError.readOnly(path: fixture.path))"
    #expect(run.output == "names 1\n" + (hasJournal ? "a-0" : refusal) + "\n")
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
  func aWritableStoreOfAnotherUserIsRefused() async throws {
    _ = try await fixture.filled(with: "a")
    #expect(chown(fixture.path, 65_534, 65_534) == 0)
    let store = try fixture.open()
    await #expect(throws: StoreError.notOwned(path: fixture.path)) {
      try await store.flags(in: fixture.list)
    }
    await #expect(throws: StoreError.notOwned(path: fixture.path)) {
      try await store.undo(in: fixture.list)
    }
  }

  @Test func aReplacedOrDeletedStoreIsReopened() async throws {
    let other = try StoreFixture()
    _ = try await other.filled(with: "b")
    let store = try await fixture.filled(with: "a")
    #expect(rename(other.path, fixture.path) == 0)
    #expect(try await store.contents(of: fixture.list) == ["b": []])
    _ = try await store.apply(Edit(.dead, names("b")), to: fixture.list)
    for file in try fixture.files() { #expect(unlink(fixture.directory.path(file)) == 0) }
    #expect(try await store.lists() == [])
    // A follower of the file knows that it is gone; an editor need not.
    await #expect(throws: StoreError.replaced(path: fixture.path)) {
      try await store.apply(Edit(.add, names("c")), to: fixture.list)
    }
    _ = try await store.apply(Edit(.add, names("c")), to: fixture.list)
    #expect(try await fixture.open().contents(of: fixture.list) == ["c": []])
  }

  @Test func aFullDiskFailsOnlyTheEdit() async throws {
    let run = try writer(count: 400, "largest-file=65536")
    let lines = run.output.split(separator: "\n").map(String.init)
    let error = "error: \(StoreError.full(path: fixture.path))"
    #expect(lines.filter { $0.hasPrefix("error") } == [error])
    #expect(run.status == .code(0))
    #expect(try await fixture.open().lists().map(\.count) == [400])
  }
}

extension StoreFileTests {
  private func writer(_ path: String? = nil, count: Int = 1, _ settings: String...) throws
    -> ProgramRun
  {
    try ProgramRun(
      Executable.path(named: "store-writer"),
      [path ?? fixture.path, "default", "a", "\(count)"] + settings,
      directory: fixture.directory.path)
  }

  private func expectRefused(_ path: String, reason: String) async throws {
    let store = try TargetStore(path: path)
    let error = StoreError.unusable(path: path, reason: reason)
    await #expect(throws: error) { try await store.lists() }
    await #expect(throws: error) { try await store.apply(Edit(.add, names("a")), to: fixture.list) }
  }

  /// For every user but root, to whom modes do not apply: see `expectReadOnly`.
  private func makeReadOnly(fileToo: Bool) throws {
    if fileToo { #expect(chmod(fixture.path, 0o444) == 0) }
    #expect(chmod(fixture.directory.path, 0o555) == 0)
  }

  /// Reads the store as a program without write access; as root, runs it as `nobody`.
  private func expectReadOnly(names: Int) throws {
    defer { chmod(fixture.directory.path, 0o700) }
    let files = try fixture.files()
    let settings = geteuid() == 0 ? ["user=65534"] : []
    let run = try ProgramRun(
      Executable.path(named: "store-writer"), [fixture.path, "default", "a", "1"] + settings)
    // A store that is still to be made is not called read-only in advance.
    let words = files.isEmpty ? "" : "read-only\n"
    #expect(
      run.output == "names \(names)\n\(words)error: \(StoreError.readOnly(path: fixture.path))\n"
    )
    #expect(try fixture.files() == files)
  }
}
