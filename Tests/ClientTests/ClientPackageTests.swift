import Foundation
import SectionedData
import TestSupport
import Testing

/// What a package that depends on one library fetches and compiles.
@Suite(.ownThreads, .timeLimit(.minutes(20)))
struct ClientPackageTests {
  private let folder = TemporaryDirectory()
  private let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized

  /// A target of a client, with one file.
  private struct Client {
    let name: String
    let products: [String]
    var settings = ""
    let source: String
  }

  /// Writes a package with targets that depend on this package, without the trait of the program.
  private func write(_ clients: [Client]) throws {
    let targets = clients.map { client in
      let dependencies = client.products.map {
        ".product(name: \"\($0)\", package: \"\(root.lastPathComponent)\")"
      }
      return """
        .executableTarget(
          name: "\(client.name)", dependencies: [\(dependencies.joined(separator: ", "))],
          path: "\(client.name)"\(client.settings))
        """
    }
    try folder.write(
      """
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
        name: "client", platforms: [.macOS(.v15)],
        dependencies: [.package(path: "\(root.path)", traits: [])],
        targets: [\(targets.joined(separator: ", "))])
      """, to: "Package.swift")
    for client in clients {
      try FileManager.default.createDirectory(
        atPath: folder.path(client.name), withIntermediateDirectories: true)
      try folder.write(client.source, to: "\(client.name)/Client.swift")
    }
  }

  /// Builds one target, and returns the output.
  private func build(_ client: Client, _ variables: ProgramEnvironment) throws -> String {
    let swift = try Executable.ofToolchain(named: "swift")
    let run = try ProgramRun(
      swift, ["build", "--package-path", folder.path, "--target", client.name, "-v"],
      environment: variables, timeout: .seconds(600))
    #expect(run.status == .code(0), "\(run.output.suffix(2_000))\(run.error.suffix(2_000))")
    return run.output + run.error
  }

  /// The modules of this package that were compiled.
  private func modules(_ log: String) -> Set<String> {
    Set(log.matches(of: /-module-name (\w+)/).map { String($0.1) })
      .subtracting(["main", Self.plain.name, Self.onMainActor.name])
  }

  private static let plain = Client(
    name: "plain", products: ["SectionedData"],
    source: """
      import SectionedData

      @main struct Client {
        static func main() throws {
          let old = [IdentifiedSection("A", ["Ada", "Alan"])]
          let new = [IdentifiedSection("A", ["Alan"])]
          print(try SectionedDifference(from: old, to: new).batch.deletedItems)
        }
      }
      """)

  private static let onMainActor = Client(
    name: "onMainActor", products: ["SectionedData", "FeedbackLoop", "Pagination"],
    settings: ", swiftSettings: [.defaultIsolation(MainActor.self)]",
    source: """
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

  /// The second client, which has the main actor by default, is built in the same folder: a package of its own
  /// would compile the manifests and the first library once more.
  @Test func aClientCompilesOnlyItsLibrariesAndFetchesNothing() throws {
    var variables = ProgramEnvironment()
    variables.variables["PATH"] = ProcessInfo.processInfo.environment["PATH"]
    try write([Self.plain, Self.onMainActor])
    let log = try build(Self.plain, variables)
    #expect(modules(log) == ["SectionedData"])
    for package in ["argument-parser", "swift-collections", "docc"] {
      #expect(!log.contains(package))
    }
    let others = try modules(build(Self.onMainActor, variables))
    #expect(others.subtracting(["SectionedData"]) == ["FeedbackLoop", "Pagination"])
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
