import Foundation
import Glibc
import TestSupport
import Testing

/// A long list opens from its snapshot, with the same result as without one.
@Suite(.ownThreads)
struct ListSnapshotTests {
  private let program: Program

  private var cache: String { program.environment.home.path(".cache/targets") }

  /// A list with a snapshot, which the import has created in the background.
  init() throws {
    program = try Program()
    let names = (10_000..<22_500).map { "Name \($0) of a great many" }.joined(separator: "\n")
    let run = try program.run("import", "-", input: .bytes(Array((names + "\nÉric\n").utf8)))
    #expect(run.status == .code(0))
  }

  private func snapshots() -> [String] {
    let files = try? FileManager.default.contentsOfDirectory(atPath: cache)
    return (files ?? []).filter { $0.hasSuffix(".names") }.map { "\(cache)/\($0)" }
  }

  /// Waits until there is a snapshot.
  private func snapshot() throws -> (path: String, inode: Int) {
    while true {
      for path in snapshots() {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let inode = attributes?[.systemFileNumber] as? Int
        if let inode { return (path, inode) }
      }
      sched_yield()
    }
  }

  private func rows(_ arguments: [String]) throws -> String {
    try ProgramRun(
      program.path, ["show", "--format", "names"] + arguments, environment: program.environment
    ).output
  }

  /// Expects the same output without any snapshot.
  private func expectTheSameWithout(
    _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let other = program.environment.setting(["XDG_CACHE_HOME": "/dev/null"])
    let without = try ProgramRun(
      program.path, ["show", "--format", "names"] + arguments, environment: other
    ).output
    #expect(try rows(arguments) == without, sourceLocation: sourceLocation)
  }

  @Test(.timeLimit(.minutes(10)))
  func outputFromASnapshotIsUpToDate() throws {
    _ = try snapshot()
    try expectTheSameWithout()
    try expectTheSameWithout("na 2249")
    #expect(try rows(["eric"]) == "Éric\n")
    _ = try program.run("dead", "Name 10007 of a great many", "Éric")
    _ = try program.run("drop", "Name 10008 of a great many")
    _ = try program.run("add", "Name 10008a of a great many", "Zoë")
    for arguments in [["10008"], ["--dead"], ["--not-dead", "1000"], ["zoe"]] {
      let other = program.environment.setting(["XDG_CACHE_HOME": "/dev/null"])
      let without = try ProgramRun(
        program.path, ["show", "--format", "names"] + arguments, environment: other)
      #expect(try rows(arguments) == without.output)
    }
    #expect(try rows(["--dead"]) == "Éric\nName 10007 of a great many\n")
    for _ in 0..<2 { _ = try program.run("undo") }
    #expect(try rows(["10008"]).hasPrefix("Name 10008 of"))
    let counts = try program.run("sections").output
    #expect(counts == "E\t1\nN\t12499\nZ\t0\n" || counts.hasPrefix("E\t1\nN\t12"))
  }

  /// Equal names may differ in their bytes, and commands need those of the source.
  @Test(.timeLimit(.minutes(10)))
  func aSnapshotFollowsTheBytesOfNames() throws {
    _ = try snapshot()
    let names = (10_000..<22_500).map { "Name \($0) of a great many" }.joined(separator: "\n")
    let mirrored = try program.run(
      "import", "-l", "./default", "--mirror", "-",
      input: .bytes(Array((names + "\nE\u{301}ric\n").utf8)))
    #expect(mirrored.status == .code(0))
    #expect(Array(try rows(["eric"]).utf8) == Array("E\u{301}ric\n".utf8))
  }

  @Test(.timeLimit(.minutes(10)))
  func aDamagedSnapshotIsRewritten() throws {
    for place in [0, 40, 700, 100_000, 300_000] { try damage(place) }
  }

  private func damage(_ place: Int) throws {
    let (path, inode) = try snapshot()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[place] ^= 0x55
    var status = stat()
    #expect(stat(path, &status) == 0)
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seek(toOffset: UInt64(place))
    try handle.write(contentsOf: bytes[place...place])
    futimens(handle.fileDescriptor, [status.st_mtim, status.st_mtim])
    try handle.close()
    // The first reader that finds the snapshot damaged writes a new one.
    repeat {
      try expectTheSameWithout("na 1000")
      try expectTheSameWithout()
    } while try snapshot().inode == inode
    try expectTheSameWithout("na 1000")
  }

  @Test(.timeLimit(.minutes(10)))
  func aSessionWithADamagedSnapshotReadsTheStore() throws {
    let (path, _) = try snapshot()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    // The names from about the 2,400th on, but nothing that is read when the snapshot is opened.
    for place in stride(from: 70_000, to: 320_000, by: 4_096) { bytes[place] ^= 1 }
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.write(contentsOf: bytes)
    try handle.close()
    let session = try program.open(columns: 110)
    session.waitForStatus("12,501 of 12,501")
    session.send("na 15000")
    session.wait { $0.contains("snapshot is damaged") && $0.contains("Name 15000 of a great many") }
    session.send(Key.controlU)
    session.waitForStatus("12,501 of 12,501")
    session.leave()
    // No damaged name was shown, not even briefly.
    #expect(!String(decoding: session.output, as: UTF8.self).contains("␀"))
  }

  @Test(.timeLimit(.minutes(10)))
  func unusedSnapshotsAreRemovedWhenOneIsWritten() throws {
    let (path, _) = try snapshot()
    func put(_ name: String, days: Int) throws {
      #expect(FileManager.default.createFile(atPath: "\(cache)/\(name)", contents: Data([1])))
      let date = Date(timeIntervalSinceNow: -86_400 * Double(days))
      try FileManager.default.setAttributes(
        [.modificationDate: date], ofItemAtPath: "\(cache)/\(name)")
    }
    try put("gone_-_index.names", days: 91)
    try put("young_-_index.names", days: 89)
    try put("other", days: 91)
    try put("used", days: 0)
    // Opening a snapshot counts as use.
    let date = Date(timeIntervalSinceNow: -86_400 * 91)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    #expect(try rows(["na 22499"]) == "Name 22499 of a great many\n")
    let used = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    #expect(try #require(used) > date.addingTimeInterval(86_400))
    #expect(try rows(["--locale", "sv", "eric"]) == "Éric\n")
    while access("\(cache)/gone_-_index.names", F_OK) == 0 { sched_yield() }
    for name in ["young_-_index.names", "other", "used"] {
      #expect(access("\(cache)/\(name)", F_OK) == 0, "\(name)")
    }
    #expect(access(path, F_OK) == 0)
  }

  @Test(.timeLimit(.minutes(10)))
  func withoutACacheFolderTheListIsRead() throws {
    let (path, _) = try snapshot()
    try FileManager.default.removeItem(atPath: path)
    #expect(try rows(["na 22499"]) == "Name 22499 of a great many\n")
  }

  @Test(.timeLimit(.minutes(10)))
  func aSessionFromASnapshotFollowsTheList() throws {
    _ = try snapshot()
    _ = try program.run("dead", "Name 10000 of a great many")
    let session = try program.open(columns: 110)
    session.waitForStatus("12,501 of 12,501 · 1 of 12,501 decided · 1 today")
    session.wait { $0.contains("†  Name 10000 of a great many") }
    _ = try program.run("drop", "Name 10001 of a great many")
    session.waitForStatus("12,500 of 12,500 · 1 of 12,500 decided · 1 today")
    session.send("na 10002" + Key.down + Key.enter)
    session.waitForStatus("1 of 12,500 · 2 of 12,500 decided · 2 today")
    session.send(Key.controlX + "u")
    session.waitForStatus("1 of 12,500 · 1 of 12,500 decided · 1 today")
    session.send(Key.controlU)
    session.waitForStatus("12,500 of 12,500 · 1 of 12,500 decided · 1 today")
    session.send(":drop Name 10002 of a great many" + Key.enter)
    session.waitForStatus("12,499 of 12,499 · 1 of 12,499 decided · 1 today")
    session.send(":add Name 9 of a great many" + Key.enter)
    session.waitForStatus("12,500 of 12,500 · 1 of 12,500 decided · 1 today")
    session.send(":reload" + Key.enter)
    session.waitForStatus("12,500 of 12,500 · 1 of 12,500 decided · 1 today")
    session.leave()
    try expectTheSameWithout()
  }

  @Test(.timeLimit(.minutes(10)))
  func aSessionWithoutASnapshotWritesOne() throws {
    let (path, _) = try snapshot()
    try FileManager.default.removeItem(atPath: path)
    let session = try program.open()
    session.waitForStatus("12,501 of 12,501")
    #expect(try snapshot().path == path)
    session.leave()
    try expectTheSameWithout("na 1")
  }

  @Test(.timeLimit(.minutes(10)))
  func eachOrderHasItsOwnSnapshot() throws {
    let (path, _) = try snapshot()
    let swedish = try rows(["--locale", "sv", "eric"])
    #expect(swedish == "Éric\n")
    while snapshots().count < 2 { #expect(try rows(["--locale", "sv", "eric"]) == swedish) }
    let other = try #require(snapshots().first { $0 != path })
    #expect(other.contains("_sv_"))
  }
}
