import Foundation
import Testing

/// The code in the documentation of the libraries is compiled, and each of their types has an example.
struct DocumentationTests {
  private static let modules = [
    "SectionedData", "SectionedViews", "FeedbackLoop", "FeedbackLoopTesting", "Pagination",
    "NameSearch",
  ]
  private static let folders = [
    "ExampleTests", "SectionedDataTests", "FeedbackLoopTests", "PaginationTests", "NameSearchTests",
  ]
  private static let root =
    URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized

  private struct Block {
    let file: String
    let lines: [String]
  }

  private static func files(in folder: String, _ endings: Set<String>) throws -> [URL] {
    let url = root.appendingPathComponent(folder)
    return try FileManager.default.subpathsOfDirectory(atPath: url.path).sorted()
      .map { url.appendingPathComponent($0) }.filter { endings.contains($0.pathExtension) }
  }

  /// The line without outer white space, comments and access levels; `nil` if nothing remains.
  private static func bare(_ line: Substring) -> String? {
    var line = line.trimmingCharacters(in: .whitespaces)
    if line.hasPrefix("//") { return nil }
    if let comment = line.range(of: "  //") { line = String(line[..<comment.lowerBound]) }
    for word in ["fileprivate ", "private ", "nonisolated "] where line.hasPrefix(word) {
      line.removeFirst(word.count)
    }
    line = line.trimmingCharacters(in: .whitespaces)
    return line.isEmpty ? nil : line
  }

  private static func blocks(of module: String) throws -> [Block] {
    try files(in: "Sources/\(module)", ["swift", "md"]).flatMap { file in
      let isArticle = file.pathExtension == "md"
      let lines = try String(contentsOf: file, encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
        .compactMap { line -> Substring? in
          if isArticle { return line }
          let line = line.drop { $0 == " " }
          return line.hasPrefix("///") ? line.dropFirst(3) : nil
        }
      return lines.split { $0.drop { $0 == " " }.hasPrefix("```") }.enumerated()
        .filter { !$0.offset.isMultiple(of: 2) }
        .map { Block(file: file.lastPathComponent, lines: $0.element.compactMap(bare)) }
    }
  }

  /// An expression whose value is next to it in the documentation is an expectation in a test.
  private static func isSame(_ test: String, _ line: String) -> Bool {
    test == line || test.hasPrefix("#expect(\(line) ==") || test == "#expect(\(line))"
  }

  @Test(arguments: modules)
  private func everyLineIsCompiled(module: String) throws {
    let tests = try Self.folders.flatMap { try Self.files(in: "Tests/\($0)", ["swift"]) }
      .map { file in
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap(Self.bare)
      }
    for block in try Self.blocks(of: module) {
      let isThere = tests.contains { test in
        if block.lines.allSatisfy({ $0.hasPrefix("import ") }) {
          return block.lines.allSatisfy(test.contains)
        }
        return test.indices.contains { start in
          start + block.lines.count <= test.count
            && zip(test[start...], block.lines).allSatisfy(Self.isSame)
        }
      }
      #expect(isThere, "\(block.file): \(block.lines.first ?? "")")
    }
  }

  @Test(arguments: modules)
  private func everyTypeHasAnExample(module: String) throws {
    let code = try Self.blocks(of: module).flatMap(\.lines).joined(separator: "\n")
    let words = Set(code.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
    let type = /^public (?:final )?(?:indirect )?(?:struct|enum|class|protocol|actor) (\w+)/
    for file in try Self.files(in: "Sources/\(module)", ["swift"]) {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        guard let name = line.firstMatch(of: type)?.1 else { continue }
        #expect(words.contains(name), "\(name) has no example")
      }
    }
  }
}
