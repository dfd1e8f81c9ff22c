import Glibc
import LibraryTestSupport
import TestSupport
import Testing

@testable import NameSearch

/// Which files are opened, and which are not; and how files are created and removed.
struct SnapshotFileTests {
  private let folder = TemporaryDirectory()
  private var path: String { folder.path("snapshot") }
  private let key = SnapshotKey(subject: "list", order: NameOrder(localeIdentifier: "sv"))

  private func index(_ texts: [String] = ["Ada", "Åsa", "Zoe\u{308}"]) throws -> NameIndex {
    try NameIndex(texts, order: key.order)
  }

  private func write(_ texts: [String] = ["Ada", "Åsa", "Zoe\u{308}"], to path: String? = nil)
    throws
  {
    try IndexSnapshot.write(try index(texts), version: 1, key: key, to: path ?? self.path)
  }

  @Test func aSnapshotOfSomethingElseIsNotOpened() throws {
    try write()
    #expect(IndexSnapshot(path: path, key: key) != nil)
    func isOpened(_ subject: String, _ locale: String, _ rule: NameOrder.SectionRule) -> Bool {
      let order = NameOrder(localeIdentifier: locale, sections: rule)
      return IndexSnapshot(path: path, key: SnapshotKey(subject: subject, order: order)) != nil
    }
    #expect(isOpened("list", "sv", .alphabet))
    #expect(!isOpened("lists", "sv", .alphabet))
    #expect(!isOpened("lis", "sv", .alphabet))
    #expect(!isOpened("", "sv", .alphabet))
    #expect(!isOpened("list", "sv_SE", .alphabet))
    #expect(!isOpened("list", "", .alphabet))
    #expect(!isOpened("list", "sv", .firstLetter))
    #expect(!isOpened("list", "sv", .none))
  }

  @Test(arguments: [SnapshotHeader.format - 1, SnapshotHeader.format + 1])
  func aSnapshotOfAnotherFormatIsNotOpened(format: UInt32) throws {
    try write()
    let file = try SnapshotFile(path)
    let other = SnapshotHeader(
      directory: file.header.directory, checksum: file.header.checksum, format: format)
    try file.write(other.packed, at: 0)
    #expect(IndexSnapshot(path: path, key: key) == nil)
  }

  @Test func otherFilesAreNotOpened() throws {
    #expect(IndexSnapshot(path: folder.path("none"), key: key) == nil)
    #expect(IndexSnapshot(path: folder.path, key: key) == nil)
    #expect(IndexSnapshot(path: "", key: key) == nil)
    let fifo = folder.path("fifo")
    #expect(mkfifo(fifo, 0o600) == 0)
    #expect(IndexSnapshot(path: fifo, key: key) == nil)
    #expect(IndexSnapshot(path: "/dev/zero", key: key) == nil)
    try write()
    let link = folder.path("link")
    #expect(symlink(path, link) == 0)
    #expect(IndexSnapshot(path: link, key: key) == nil)
  }

  @Test(arguments: [0, 1, 7, 8, 64, 127, 128, 129, 4_096, 100_000])
  func filesOfAnythingAreNotOpened(byteCount: Int) throws {
    var random = SeededGenerator(seed: UInt64(byteCount))
    let bytes = (0..<byteCount).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    for content in [bytes, bytes.map { _ in 0 }, bytes.map { _ in 0xFF }] {
      #expect(chmod(try folder.write(content, to: "snapshot"), 0o600) == 0)
      #expect(IndexSnapshot(path: path, key: key) == nil)
    }
  }

  @Test(arguments: [mode_t(0o644), 0o640, 0o620, 0o604, 0o601, 0o660, 0o666])
  func aFileThatOthersCanOpenIsNotOpened(mode: mode_t) throws {
    try write()
    #expect(chmod(path, mode) == 0)
    #expect(IndexSnapshot(path: path, key: key) == nil)
    #expect(chmod(path, 0o400) == 0)
    #expect(IndexSnapshot(path: path, key: key) != nil)
  }

  @Test(.enabled(if: geteuid() == 0)) func aFileOfAnotherUserIsNotOpened() throws {
    try write()
    #expect(chown(path, 65_534, getegid()) == 0)
    #expect(IndexSnapshot(path: path, key: key) == nil)
  }

  @Test func fileAndFoldersAreOnlyForTheirUser() throws {
    let path = folder.path("a/b//c/snapshot")
    try write(to: path)
    #expect(IndexSnapshot(path: path, key: key) != nil)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode == S_IFREG | 0o600)
    for made in ["a", "a/b", "a/b/c"] {
      #expect(stat(folder.path(made), &status) == 0 && status.st_mode == S_IFDIR | 0o700)
    }
  }
}

// MARK: Writing

extension SnapshotFileTests {
  private var names: Set<String> {
    get throws {
      let list = try #require(opendir(folder.path))
      defer { closedir(list) }
      var names: Set<String> = []
      while let entry = readdir(list) {
        names.insert(
          withUnsafeBytes(of: &entry.pointee.d_name) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
          })
      }
      return names.subtracting([".", ".."])
    }
  }

  @Test func aReaderKeepsItsMappingWhenTheFileIsReplacedOrRemoved() throws {
    try write(["Ada", "Bo"])
    let first = try #require(IndexSnapshot(path: path, key: key))
    try write(["Cleo"])
    let second = try #require(IndexSnapshot(path: path, key: key))
    #expect(unlink(path) == 0)
    #expect(first.index.texts == ["Ada", "Bo"])
    #expect(second.index.texts == ["Cleo"])
    #expect(first.index.matches(NameQuery("b"))?.count == 1)
  }

  @Test func theMappingLastsAsLongAsAnyPartOfTheIndex() throws {
    try write(["Ada", "Bo"])
    let texts = try #require(IndexSnapshot(path: path, key: key)).index.base.texts
    #expect(texts.string(at: 1) == "Bo")
  }

  @Test func concurrentWritersDoNotInterfere() async throws {
    let lists = (0..<16).map { writer in (0..<200).map { "name \(writer) \($0)" } }
    let path = path
    let key = key
    try await withThrowingTaskGroup { group in
      for list in lists {
        group.addTask {
          let index = try NameIndex(list, order: key.order)
          for _ in 0..<4 { try IndexSnapshot.write(index, version: 1, key: key, to: path) }
        }
      }
      for try await _ in group {
        let snapshot = try #require(IndexSnapshot(path: path, key: key))
        #expect(lists.contains { $0.sorted() == snapshot.index.texts.sorted() })
      }
    }
    #expect(try names == ["snapshot"])
  }

  @Test func aFileThatCannotBeWrittenLeavesNothing() throws {
    try write(["Ada"])
    #expect(throws: SnapshotError.unwritable(path: "\(path)/x", reason: "Not a directory")) {
      try write(to: "\(path)/x/snapshot")
    }
    #expect(throws: SnapshotError.self) { try write(to: "/proc/none/snapshot") }
    // The temporary file can be written, but cannot replace a folder.
    #expect(mkdir(folder.path("taken"), 0o700) == 0)
    #expect(throws: SnapshotError.unwritable(path: folder.path("taken"), reason: "Is a directory"))
    {
      try write(to: folder.path("taken"))
    }
    #expect(try names == ["snapshot", "taken"])
    #expect(IndexSnapshot(path: path, key: key)?.index.texts == ["Ada"])
  }

  @Test(.disabled(if: geteuid() == 0)) func aFolderThatCannotBeWrittenToIsAnError() throws {
    try write(["Ada"])
    #expect(chmod(folder.path, 0o500) == 0)
    defer { chmod(folder.path, 0o700) }
    let error = SnapshotError.unwritable(path: path, reason: "Permission denied")
    #expect(throws: error) { try write() }
    #expect("\(error)" == "\(path): Permission denied")
    #expect(IndexSnapshot(path: path, key: key)?.index.texts == ["Ada"])
  }

  @Test func filesOfDeadWritersAreRemoved() throws {
    // No process has this number, because it is above the highest one of Linux.
    let dead = "snapshot.4194305.abc.new"
    let kept = [
      "snapshot.\(getpid()).abc.new", "snapshot.1.abc.new", "other.4194305.abc.new",
      "snapshot.4194305.abc", "snapshot.4194305.new", "snapshot.-1.abc.new", "snapshot.x.abc.new",
      "snapshot.new",
    ]
    for name in kept + [dead] { try folder.write("", to: name) }
    try write()
    #expect(try names == Set(kept + ["snapshot"]))
  }
}
