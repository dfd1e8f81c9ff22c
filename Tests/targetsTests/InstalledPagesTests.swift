import Foundation
import TestSupport
import Testing

/// The documents as `packaging/install` installs them.
@Suite(.ownThreads)
struct InstalledPagesTests {
  private static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..")
    .standardized

  /// The pages of the folder `docs`, by their names there.
  private static let docs: [String: String] = [
    "HelperPrograms.md": "Sources/PageSources/PageSources.docc/HelperPrograms.md",
    "ListsOverHTTP.md": "Sources/PageSources/PageSources.docc/ListsOverHTTP.md",
    "WhichServers.md": "Sources/TargetStore/TargetStore.docc/WhichServers.md",
  ].merging(
    ["building", "formats", "plain-mode", "recipes", "teams"].map { ("\($0).md", "docs/\($0).md") }
  ) { first, _ in first }

  private static let top = ["README.md", "CHANGELOG.md", "SECURITY.md"]

  private static let pages =
    docs.sorted { $0.key < $1.key }.map { (name: "docs/\($0.key)", source: $0.value) }
    + top.map { (name: $0, source: $0) }

  @Test(arguments: pages)
  func everyLinkLeadsToAnInstalledPage(page: (name: String, source: String)) throws {
    let run = try ProgramRun(
      Self.root.appendingPathComponent("packaging/page").path, [page.source],
      environment: ProgramEnvironment(), directory: Self.root.path)
    #expect(run.status == .code(0), "\(run.error)")
    #expect(!run.output.contains("<img"))
    let installed = Set(Self.docs.keys.map { "docs/\($0)" } + Self.top + ["LICENSE"])
    let folder = URL(fileURLWithPath: "/" + page.name).deletingLastPathComponent()
    for link in run.output.matches(of: /\]\(([^)#]+)(#[^)]*)?\)/).map({ String($0.1) })
    where !link.contains("://") {
      let path = folder.appendingPathComponent(link).standardized.path.dropFirst()
      #expect(installed.contains(String(path)), "\(page.name): \(link)")
    }
  }

  /// The list above is that of the script.
  @Test func thePagesAreThoseThatAreInstalled() throws {
    let folder = Self.root.appendingPathComponent("docs").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(files.filter { $0.hasSuffix(".md") }).isSubset(of: Self.docs.keys))
    let script = try String(
      contentsOf: Self.root.appendingPathComponent("packaging/install"), encoding: .utf8)
    let list = try #require(script.firstMatch(of: /\npages=\(([^)]*)\)/)).1
    for name in Self.docs.keys where !files.contains(name) {
      #expect(list.contains(name.dropLast(".md".count)), "\(name)")
    }
  }
}
