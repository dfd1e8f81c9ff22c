import Foundation
import SectionedData
import TestSupport
import Testing

/// What a package that depends on one library fetches and compiles.
@Suite(.ownThreads, .timeLimit(.minutes(20)))
struct ClientPackageTests {
  private let folder = TemporaryDirectory()
  private let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized

  /// Builds a package with one file that depends on this package, without the trait of the program.
  private func build(_ products: [String], settings: String = "", _ source: String) throws -> String
  {
    let dependencies = products.map {
      ".product(name: \"\($0)\", package: \"\(root.lastPathComponent)\")"
    }
    try folder.write(
      """
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
        name: "client", platforms: [.macOS(.v15)],
        dependencies: [.package(path: "\(root.path)", traits: [])],
        targets: [
          .executableTarget(
            name: "client", dependencies: [\(dependencies.joined(separator: ", "))],
            path: "Sources"\(settings))
        ])
      """, to: "Package.swift")
    try FileManager.default.createDirectory(
      atPath: folder.path("Sources"), withIntermediateDirectories: true)
    try folder.write(source, to: "Sources/Client.swift")
    let swift = try Executable.ofToolchain(named: "swift")
    var variables = ProgramEnvironment()
    variables.variables["PATH"] = ProcessInfo.processInfo.environment["PATH"]
    let run = try ProgramRun(
      swift, ["build", "--package-path", folder.path, "-v"], environment: variables,
      timeout: .seconds(600))
    #expect(run.status == .code(0), "\(run.output.suffix(2_000))\(run.error.suffix(2_000))")
    return run.output + run.error
  }

  /// The compiled modules.
  private func modules(_ log: String) -> Set<String> {
    Set(log.matches(of: /-module-name (\w+)/).map { String($0.1) })
  }

  @Test func aClientOfOneLibraryCompilesOnlyThatAndFetchesNothing() throws {
    let log = try build(
      ["SectionedData"],
      """
      import SectionedData

      @main struct Client {
        static func main() throws {
          let old = [IdentifiedSection("A", ["Ada", "Alan"])]
          let new = [IdentifiedSection("A", ["Alan"])]
          print(try SectionedDifference(from: old, to: new).batch.deletedItems)
        }
      }
      """)
    #expect(modules(log).subtracting(["main", "client"]) == ["SectionedData"])
    for package in ["argument-parser", "swift-collections", "docc"] {
      #expect(!log.contains(package))
    }
  }

  @Test func aClientOnTheMainActorByDefaultCompiles() throws {
    let log = try build(
      ["SectionedData", "FeedbackLoop", "Pagination"],
      settings: ", swiftSettings: [.defaultIsolation(MainActor.self)]",
      """
      import FeedbackLoop
      import Pagination
      import SectionedData

      struct Cell { var text: String }

      func cell(_ name: String) -> Cell { Cell(text: name) }

      @main struct Client {
        static func main() throws {
          let loop = Loop(0, reduce: { count, step in count += step })
          loop.send(2)
          let source = DataSource(
            sections: [IdentifiedSection("A", ["Ada"])],
            configuration: .init { name, _, _ in cell(name.id) })
          print(loop.state, try source.row(at: ItemPath(section: 0, item: 0)).text)
        }
      }
      """)
    #expect(
      modules(log).subtracting(["main", "client"])
        == ["SectionedData", "FeedbackLoop", "Pagination"])
  }
}

/// The Swift code in the README.
struct ReadmeTests {
  @Test func theReadmesExampleIsTrue() throws {
    let old = [IdentifiedSection("A", ["Ada", "Alan"]), IdentifiedSection("G", ["Grace"])]
    let new = [IdentifiedSection("A", ["Alan", "Annie"])]
    let difference = try SectionedDifference(from: old, to: new)
    #expect(difference.batch.deletedSections == [1])
    #expect(difference.batch.deletedItems == [ItemPath(section: 0, item: 0)])
    #expect(difference.batch.insertedItems == [ItemPath(section: 0, item: 1)])
    #expect(difference.stages.map { $0.sections.map(\.items.count) } == [[1], [2]])
  }

  /// Each line of the example is a line of this file.
  @Test func theReadmesExampleIsCompiled() throws {
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized
    let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    let test = try String(contentsOfFile: #filePath, encoding: .utf8)
    let blocks = readme.components(separatedBy: "```").filter { $0.hasPrefix("swift\n") }
    #expect(blocks.count == 1)
    let lines = blocks.flatMap { $0.split(separator: "\n").dropFirst() }
      .filter { $0.hasPrefix("let ") || $0.hasPrefix("import ") }
    #expect(lines.count == 4)
    for line in lines { #expect(test.contains(line), "\(line)") }
  }
}
