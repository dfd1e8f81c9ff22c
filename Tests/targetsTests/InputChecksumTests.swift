import Foundation
import TestSupport
import Testing

/// The log has the checksum of an import, which is what `xxhsum -H3` prints for the same bytes.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct InputChecksumTests {
  private let program: Program
  private let ofAdaBo = "89f7cbdb27e75e05"
  private let ofAdaBoCy = "267dcaf6f0f77635"

  init() throws { program = try Program(["TARGETS_AS": "Ann"]) }

  private var home: TemporaryDirectory { program.environment.home }

  private func log(_ list: String = "h") throws -> [[String: Any]] {
    try program.run("log", "-l", list, "--format", "ndjson").output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private func checksums(_ list: String = "h") throws -> [String?] {
    try log(list).map { $0["checksum"] as? String }
  }

  @Test func filesAndPipesHaveTheChecksumOfTheirBytes() throws {
    let (first, second) = (try home.write("Ada\nBo\n", to: "a"), try home.write("Cy\n", to: "b"))
    _ = try program.run("import", "-l", "h", first)
    _ = try program.run("import", "-l", "i", first, second)
    _ = try program.run("import", "-l", "j", "-", input: .text("Ada\nBo\nCy\n"))
    _ = try program.run("import", "-l", "k", first, "-", input: .text("Cy\n"))
    #expect(try checksums() == [ofAdaBo])
    for list in ["i", "j", "k"] { #expect(try checksums(list) == [ofAdaBoCy]) }
    #expect(
      try program.run("log", "-l", "h").output.hasSuffix("  2 rows  checksum \(ofAdaBo)\n"))
    let csv = try program.run("log", "-l", "h", "--format", "csv").output
    #expect(
      csv.contains(",checksum,decidedAt,decidedBy\r\n") && csv.hasSuffix(",1,\(ofAdaBo),,\r\n"))
    let json = try program.run("log", "-l", "h", "--format", "json").output
    #expect(json.hasSuffix(",\"number\":1,\"checksum\":\"\(ofAdaBo)\"}\n]\n"))
  }

  @Test func aMirrorHasTheChecksumOfItsInputAndNoOtherEditHasOne() throws {
    _ = try program.run("import", "--mirror", "-l", "h", "-", input: .text("Ada\nBo\nCy\n"))
    _ = try program.run("import", "--mirror", "-l", "h", "-", input: .text("Ada\nBo\n"))
    _ = try program.run("dead", "-l", "h", "Ada")
    _ = try program.run("undo", "-l", "h")
    _ = try program.run("undo", "-l", "h")
    _ = try program.run("redo", "-l", "h")
    #expect(
      try checksums() == [nil, nil, nil, nil, ofAdaBo, ofAdaBoCy])
    #expect(try program.run("store", "check").status == .code(0))
  }

  /// All rows of a large input count, including those that the list already has.
  @Test func aLongInputIsReadOnceWithItsChecksum() throws {
    let rows = (0..<200_000).map { "host,\($0)\n" }.joined()
    _ = try program.run("import", "-l", "h", "-", input: .text(rows))
    _ = try program.run("import", "-l", "i", try home.write(rows, to: "rows"))
    let all = try checksums() + checksums("i")
    #expect(all.count == 2 && all[0] != nil && all[0] == all[1])
  }

  @Test func anExportedFileHasItsChecksum() throws {
    let file = try home.write("Ada\nBo\n", to: "tasks")
    _ = try program.run("import", "-l", "h", "--format", "todo", file)
    #expect(try checksums() == [ofAdaBo])
  }

  @Test func aSourceHasTheChecksumOfItsOutput() throws {
    let file = try home.write("Ada\nBo\n", to: "names")
    _ = try program.run("new", "h", "--source", "cat '\(file)'")
    #expect(try program.run("refresh", "-l", "h").status == .code(0))
    #expect(try checksums().first == ofAdaBo)
  }

  /// Pages may be divided and requested in any way: the rows are the same.
  @Test func aHelperHasTheChecksumOfItsRows() throws {
    let pages = ["7", "7", "50", "7"]
    for (place, page) in pages.enumerated() {
      let rows = place == 3 ? 21 : 20
      let recipe = try home.write(
        "--from demo:rows=\(rows),page=\(page),delay=0,seed=5\n", to: "recipe")
      _ = try program.run("new", "h\(place)", "--recipe", recipe)
      #expect(try program.run("refresh", "-l", "h\(place)").status == .code(0))
    }
    let all = try pages.indices.map { try checksums("h\($0)").first ?? nil }
    #expect(all[0]?.count == 16 && all[0] != all[3])
    #expect(all[0] == all[1] && all[0] == all[2])
  }
}
