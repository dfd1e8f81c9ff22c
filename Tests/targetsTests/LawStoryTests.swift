import Foundation
import LibraryTestSupport
import TestSupport
import Testing

/// Laws 1 to 4 of the specification, as random stories that the built program carries out.
///
/// A command runs only for rows whose decision counts, and once for each decision, whatever is undone
/// and redone. A shared name changes nothing without `--every`. Two lists with the same rows share nothing,
/// also if they have the same name in two folders.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct LawStoryTests {
  enum Place: CaseIterable { case file, server }

  /// A plain model of a list.
  private struct Model {
    struct Row: Equatable {
      var revision = 0

      /// The number of the decision that the row is dead, and the revision that it is about.
      var dead: (number: Int, about: Int)?

      var isDead: Bool { dead.map { $0.about == revision } ?? false }

      static func == (left: Self, right: Self) -> Bool {
        left.revision == right.revision && left.dead?.number == right.dead?.number
          && left.dead?.about == right.dead?.about
      }
    }

    var rows = [String: Row](uniqueKeysWithValues: Model.names.map { ($0.id, Row()) })
    private var earlier: [[String: Row]] = []
    private var later: [[String: Row]] = []
    private var decisions = 0

    /// The decisions for which a command was started, as texts of the row and the decision.
    private var started: Set<String> = []

    static let names: [(id: String, name: String)] = [
      ("1", "Cyd"), ("2", "Cyd"), ("3", "Bo"), ("4", "Dee"), ("5", "Eli"),
    ]

    var canUndo: Bool { !earlier.isEmpty }
    var canRedo: Bool { !later.isEmpty }
    var dead: [String] { rows.filter { $0.value.isDead }.keys.sorted() }

    mutating func edit(_ change: (inout [String: Row]) -> Void) {
      var new = rows
      change(&new)
      if new == rows { return }
      earlier.append(rows)
      later = []
      rows = new
    }

    mutating func decide(_ ids: [String]) {
      decisions += 1
      let number = decisions
      edit { rows in
        for id in ids {
          guard let row = rows[id], !row.isDead else { continue }
          rows[id]?.dead = (number, row.revision)
        }
      }
    }

    mutating func undo() {
      guard let last = earlier.popLast() else { return }
      later.append(rows)
      rows = last
    }

    mutating func redo() {
      guard let next = later.popLast() else { return }
      earlier.append(rows)
      rows = next
    }

    /// The rows for which a command must start now, in ascending order.
    mutating func run() -> [String] {
      dead.filter { id in started.insert("\(id) \(rows[id]?.dead?.number ?? 0)").inserted }
    }
  }

  /// A list of a folder; on a server, where folders have none, a list with another name.
  private struct Team {
    let program: Program
    let folder: String
    let list: String
    var model = Model()

    init(_ program: Program, in folder: String, on place: Place) throws {
      (self.program, self.folder) = (program, folder)
      list = place == .file ? "./people" : "people-\(folder)"
      try FileManager.default.createDirectory(
        atPath: program.environment.home.path(folder), withIntermediateDirectories: true)
      try mirror()
    }

    @discardableResult
    func run(_ word: String, _ arguments: String..., input: String? = nil) throws -> ProgramRun {
      try ProgramRun(
        program.path, [word, "-l", list] + arguments,
        input: input.map { .text($0) } ?? .empty,
        environment: program.environment, directory: program.environment.home.path(folder))
    }

    func mirror() throws {
      let lines = Model.names.map { "\($0.id),\($0.name),\(model.rows[$0.id]?.revision ?? 0)\n" }
      let run = try run(
        "import", "--mirror", "--csv", "--id-column", "id", "--name-column", "name",
        "--revision-column", "rev", "-", input: "id,name,rev\n" + lines.joined())
      #expect(run.status == .code(0), "\(run.error)")
    }

    /// The IDs of the printed rows.
    func dead() throws -> [String] {
      try run("show", "--dead", "--format", "ndjson").output.split(separator: "\n").compactMap {
        $0.components(separatedBy: #""id":""#).last?.first.map(String.init)
      }.sorted()
    }

    /// The IDs for which commands have started since the last call.
    func ran() throws -> [String] {
      let path = program.environment.home.path("\(folder)/ran")
      defer { try? FileManager.default.removeItem(atPath: path) }
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      return text.split(separator: "\n").map(String.init).sorted()
    }

    mutating func step(using random: inout SeededGenerator) throws -> String {
      let ids = Model.names.map(\.id)
      let (id, number) = (
        ids.randomElement(using: &random) ?? "1", Int.random(in: 0..<12, using: &random)
      )
      switch number {
      case 0...2:
        model.decide([id])
        #expect(try run("dead", "--id", id).status == .code(0))
        return "dead --id \(id)"
      case 3:
        let refused = try run("dead", "Bo", "Cyd")
        #expect(refused.status == .code(2) && refused.error.contains("2 rows are named"))
        return "dead Bo Cyd"
      case 4:
        model.decide(["1", "2"])
        #expect(try run("dead", "--every", "Cyd").status == .code(0))
        return "dead --every Cyd"
      case 5:
        guard let id = model.dead.randomElement(using: &random) else { return "" }
        model.edit { $0[id]?.dead = nil }
        #expect(try run("reopen", "--id", id).status == .code(0))
        return "reopen --id \(id)"
      case 6...7:
        // A revision may come back.
        let revision = Int.random(in: 0..<3, using: &random)
        model.edit { $0[id]?.revision = revision }
        try mirror()
        return "\(id) has revision \(revision)"
      case 8 where model.canUndo:
        model.undo()
        #expect(try run("undo").status == .code(0))
        return "undo"
      case 9 where model.canRedo:
        model.redo()
        #expect(try run("redo").status == .code(0))
        return "redo"
      default:
        try run(
          "run", "--dead", "--allow-shell", "--", "sh", "-c", #"echo "$1" >>ran"#, "sh", "{id}")
        let expected = model.run()
        #expect(try ran() == expected)
        return "run: \(expected)"
      }
    }
  }

  @Test(arguments: Place.allCases, UInt64(0)..<3)
  func theLawsHold(place: Place, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let program: Program
    if place == .server {
      let cluster = try PostgresCluster.shared.get()
      program = try Program([
        "TARGETS_STORE": cluster.address(of: cluster.makeDatabase()), "TARGETS_LIST": nil,
      ])
      #expect(try program.run("store", "create").status == .code(0))
    } else {
      program = try Program(["TARGETS_LIST": nil])
    }
    var teams = try ["a", "b"].map { try Team(program, in: $0, on: place) }
    var story: [String] = []
    for step in 0..<30 {
      let number = Int.random(in: 0..<2, using: &random)
      story.append("\(teams[number].folder): \(try teams[number].step(using: &random))")
      // A step may also have changed the rows of the other team.
      for team in step % 5 == 4 ? teams : [teams[number]] {
        let dead = try team.dead()
        try #require(dead == team.model.dead, "\(team.folder): \(story.joined(separator: "; "))")
      }
    }
    #expect(story.contains { $0.contains("run: [\"") })
  }
}
