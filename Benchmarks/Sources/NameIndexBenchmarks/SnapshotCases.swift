import BenchmarkSupport
import Foundation
import NameSearch

/// The cases of an index in a file.
enum SnapshotCases {
  static func all(_ list: NameList) -> [Benchmark] {
    let files = SnapshotFiles(of: list)
    return [writing(files), opening(files), checking(files), querying(files), openedQuery(files)]
  }

  private static func writing(_ files: SnapshotFiles) -> Benchmark {
    let name = "snapshot write"
    return Benchmark(
      name: name,
      work: { try files.write(to: files.path("written")) },
      baseline: .init(name: "lines in a file") { try files.writeLines() },
      check: {
        try files.write(to: files.path("written"))
        try expect(try files.opened("written").index.texts == files.list.names, name)
      })
  }

  private static func opening(_ files: SnapshotFiles) -> Benchmark {
    let name = "snapshot open"
    return Benchmark(
      name: name,
      work: { keep(try files.opened("snapshot")) },
      baseline: built(files),
      check: { try expect(try files.opened("snapshot").index.texts == files.list.names, name) })
  }

  private static func checking(_ files: SnapshotFiles) -> Benchmark {
    let name = "snapshot open, checked"
    return Benchmark(
      name: name,
      work: { keep(try files.opened("snapshot").index.isWhole()) },
      baseline: built(files),
      check: { try expect(try files.opened("snapshot").index.isWhole(), name) })
  }

  private static func built(_ files: SnapshotFiles) -> Benchmark.Baseline {
    .init(name: "index build, word index build") {
      keep(NameIndex(order: NameOrder()).adding(files.list.batches).indexingWords())
    }
  }

  private static let query = NameQuery("arya")

  private static func querying(_ files: SnapshotFiles) -> Benchmark {
    let name = "snapshot arya"
    let list = files.list
    return Benchmark(
      name: name,
      work: { keep(try files.mapped().matches(query)) },
      baseline: .init(name: "the index in memory") { keep(list.indexed.matches(query)) },
      check: { try expect(try files.mapped().matches(query) == list.indexed.matches(query), name) })
  }

  private static func openedQuery(_ files: SnapshotFiles) -> Benchmark {
    let name = "snapshot arya, opened"
    let list = files.list
    let found = { try files.opened("snapshot").index.matches(query) }
    return Benchmark(
      name: name,
      work: { keep(try found()) },
      baseline: .init(name: "the index in memory") { keep(list.indexed.matches(query)) },
      check: { try expect(try found() == list.indexed.matches(query), name) })
  }
}

/// The files of the cases, made when first needed and removed in the end.
private final class SnapshotFiles {
  struct Unusable: Error, CustomStringConvertible {
    let description = "a snapshot cannot be opened"
  }

  let list: NameList
  private let key = SnapshotKey(subject: "benchmark", order: NameOrder())
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "targets-benchmark-\(ProcessInfo.processInfo.processIdentifier)")
  private var index: NameIndex?

  init(of list: NameList) {
    self.list = list
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func write(to path: String) throws {
    try IndexSnapshot.write(list.indexed, version: 1, key: key, to: path)
  }

  /// Opens "written" or "snapshot".
  func opened(_ name: String) throws -> IndexSnapshot {
    if !FileManager.default.fileExists(atPath: path(name)) {
      try write(to: path(name))
    }
    guard let snapshot = IndexSnapshot(path: path(name), key: key) else { throw Unusable() }
    return snapshot
  }

  func mapped() throws -> NameIndex {
    if let index { return index }
    let index = try opened("snapshot").index
    self.index = index
    return index
  }

  func writeLines() throws {
    let path = path("lines")
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.write(contentsOf: Data(list.text))
    try file.synchronize()
    try file.close()
  }
}
