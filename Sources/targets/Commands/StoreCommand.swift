import ListModel
import Printing
import ShellText
import CommandSyntax
import NameSearch
import TargetStore
import TerminalText

struct StoreCommand: ProgramCommand {
  static let about = CommandText(
    "store", "Check, back up, restore, copy or share a store.",
    usage: """
      targets store create|upgrade|check [OPTIONS]
      targets store grant --print [READERS [WRITERS [OWNERS]]]
      targets store backup|restore FILE
      targets store copy FROM TO
      targets store set undo-steps N
      """,
    discussion: """
      A store is a file, or is on a PostgreSQL server: --store postgres://HOST/DATABASE, or --store \
      service:NAME. check reads the whole store and reports what it holds and what is damaged. backup copies a \
      store in a file while others use it. restore checks a backup and replaces the store with a copy of it; it \
      keeps the old store beside it. copy copies all lists from one store to another, with their logs and what \
      can be undone; repeat it to continue an interrupted copy. It replaces an earlier copy of a list, and \
      refuses a list that was edited there. A server takes a copy only from the role that created its tables, \
      because the log keeps its times and roles. create makes the tables on a server, and upgrade changes those of an older \
      version while others wait; --print prints the SQL instead. set undo-steps N sets how many edits of each \
      list can be undone. (default: 10,000)

      grant prints SQL for psql, which gives rights to roles and creates those that do not exist. Readers \
      browse. Writers also decide, undo and run commands; they cannot change or remove an entry of the log. \
      Owners also archive the log, delete lists and set undo-steps. Without a name the roles are \
      targets_readers, targets_writers and targets_owners. Only the role that created the tables upgrades them, or copies lists into them.

      EXAMPLES:
        targets store check
        targets store backup ~/lists.db
        targets store restore ~/lists.db
        targets store create --store postgres://db.example.org/team
        targets store grant --print | psql team
        targets store copy ~/.local/share/targets/targets.db service:team
      """)

  enum Action: String, CaseIterable {
    case create, upgrade, grant, check, backup, restore, copy, set
  }

  private var action = Action?.none

  var places: [String] = []

  var print = false

  var replace = false

  var options = StoreOption()

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.operand(choice: "ACTION", help: "What to do.") {
        $0.action = $1
      }
      Argument.operands(
        "PLACE",
        help: """
          backup: the file to write. restore: the backup to read. copy: the store to copy from, and the one to \
          copy to. set: undo-steps, and a number. grant: the roles of readers, writers and owners.
          """
      ) { $0.places.append($1) }
      Argument.flag(
        "--print", help: "With create, upgrade or grant: print the SQL instead of running it."
      ) {
        $0.print = true
      }
      Argument.flag("--replace", help: "With backup: overwrite an existing file.") {
        $0.replace = true
      }
      Arguments.group(\.options, under: "List")
    }
  }

  func check() throws {
    guard let action else {
      throw UsageError("requires \(Action.allCases.map(\.rawValue).alternatives)")
    }
    try checkPlaces(of: action)
    if action == .set {
      guard places[0] == "undo-steps" else {
        throw UsageError("set: no setting “\(places[0])”; the only setting is undo-steps")
      }
      guard undoSteps != nil else {
        throw UsageError("undo-steps takes a number from 1 to 1,000,000, not “\(places[1])”")
      }
    }
    if print, ![.create, .upgrade, .grant].contains(action) {
      throw UsageError("--print requires create, upgrade or grant")
    }
    if replace, action != .backup { throw UsageError("--replace requires backup") }
  }

  private func checkPlaces(of action: Action) throws {
    if action == .grant {
      guard print else { throw UsageError("grant requires --print") }
      guard places.count <= AdministrationScript.usualRoles.count else {
        throw UsageError("grant takes three roles at most")
      }
      guard let other = places.first(where: { !AdministrationScript.isRole($0) }) else { return }
      throw UsageError("grant: “\(other)” cannot be the name of a role")
    }
    let wanted = [Action.backup: 1, .restore: 1, .copy: 2, .set: 2][action] ?? 0
    guard places.count == wanted else {
      let places = ["no arguments", "one argument", "two arguments"][wanted]
      throw UsageError("\(action.rawValue) takes \(places)")
    }
  }

  private var undoSteps: Int? {
    Int(places[1]).flatMap { (1...1_000_000).contains($0) ? $0 : nil }
  }

  func run() async throws {
    switch action {
    case .create: try await create()
    case .upgrade: try await upgrade()
    case .grant:
      let roles = places.isEmpty ? AdministrationScript.usualRoles : places
      try say(script { $0.grants(to: roles) })
    case .check: try await check()
    case .backup: try await backUp(to: places[0])
    case .restore: try await restore(from: places[0])
    case .copy: try await copy(from: places[0], to: places[1])
    case .set: try await options.open().setUndoSteps(undoSteps ?? 10_000)
    case nil: break
    }
  }

  private func script(_ text: (AdministrationScript) -> String) throws -> String {
    guard let script = AdministrationScript(schema: options.schema) else {
      throw Failure("--schema: “\(options.schema ?? "")” is not a schema")
    }
    return text(script)
  }

  private func say(_ script: String) throws {
    for line in script.split(separator: "\n") { try Output.say("\(line)") }
  }

  /// Prints what was done, without passwords of addresses that lists or files are named after.
  private func tell(_ line: String) throws {
    try Output.say(AddressPassword.hiding(in: line))
  }

  private func upgrade() async throws {
    let store = try options.open()
    if print {
      if let script = try await store.scriptOfUpgrade() { return try say(script) }
      return try tell("-- \(store.path): nothing to upgrade")
    }
    do {
      guard let summary = try await store.upgradeTables() else {
        complain("upgrade: \(store.path): there is no store")
        throw ExitStatus.nothing
      }
      try tell(
        summary.isUpgraded
          ? "\(store.path): upgraded from version \(summary.from) to \(summary.to)"
          : "\(store.path): nothing to upgrade; the tables are of version \(summary.to)")
    } catch StoreError.unsure(_, let reason, _) {
      throw Failure(
        "upgrade: \(store.path): it is not certain that the tables are upgraded: \(reason); try again"
      )
    }
  }

  private func create() async throws {
    if print { return try say(script(\.tables)) }
    let store = try options.open()
    do {
      try await store.createTables()
    } catch StoreError.unsure(_, let reason, _) {
      throw Failure(
        "create: \(store.path): cannot tell whether the tables were created: \(reason); try again")
    }
    try tell("\(store.path): ready")
  }

  private func check() async throws {
    let store = try options.open()
    let report = try await store.check()
    try tell("store: \(store.path)")
    for (name, value) in report.facts { try tell("\(name): \(value)") }
    for trouble in report.troubles { complain("check: \(store.path): \(trouble)") }
    if !report.troubles.isEmpty { throw ExitStatus.failed }
  }

  private func backUp(to place: String) async throws {
    guard let size = try await options.open().backUp(to: place, replaces: replace) else {
      complain("backup: nothing to back up yet")
      throw ExitStatus.nothing
    }
    try tell("backup: wrote \(size.grouped) bytes to \(place)")
  }

  private func restore(from place: String) async throws {
    let store = try options.open()
    let kept = try await store.restore(from: place)
    let old = kept.map { "; the old store is in \($0)" } ?? ""
    try tell("restore: \(store.path) is now a copy of \(place)\(old)")
  }

  /// A server is for several machines.
  private static func refuseListsOfPlaces(of store: TargetStore) async throws {
    let lists = try await store.listNames().filter(\.isOfFolder).map(\.option)
    guard let first = lists.first else { return }
    let most = 8
    let others = lists.count > most ? ", and \((lists.count - most).grouped) more" : ""
    let rename = ShellLine(["targets", "lists", "--rename", first, "NAME"]).text
    throw Failure(
      "copy: \(lists.prefix(most).joined(separator: ", "))\(others): "
        + (lists.count == 1
          ? "a list of a place belongs to one machine; give it a name first: \(rename)"
          : "lists of places belong to one machine; give each a name first, as in \(rename)"))
  }

  private func copy(from source: String, to target: String) async throws {
    var (from, to) = (options, options)
    (from.store, to.store) = (source, target)
    // The schema applies to the stores that are on a server.
    let areOnServer = try [source, target].map { try TargetStore.isOnServer(path: $0) }
    if areOnServer != [false, false] {
      if !areOnServer[0] { from.schema = nil }
      if !areOnServer[1] { to.schema = nil }
    }
    let store = try from.open()
    guard try await store.isThere() else { throw Failure("copy: \(source): no such store") }
    if areOnServer[1] { try await Self.refuseListsOfPlaces(of: store) }
    let summaries = try await store.copy(to: to.open())
    for summary in summaries {
      let rows = "copy: \(summary.list.text): \(summary.count.grouped) \(summary.count.noun("row"))"
      switch summary.outcome {
      case .copied: try tell("\(rows) copied")
      case .unchanged: try tell("\(rows), unchanged")
      case .refused: break
      }
    }
    let refused = summaries.filter { $0.outcome == .refused }.map(\.list.text)
    if !refused.isEmpty {
      complain(
        "store: copy: \(refused.joined(separator: ", ")): not copied: \(target) has "
          + (refused.count == 1
            ? "a list of that name that is another one or was edited there; rename or delete that list"
            : "lists of these names that are others or were edited there; rename or delete those lists")
      )
      throw ExitStatus.failed
    }
    if summaries.isEmpty {
      complain("copy: \(source): the store has no lists")
      throw ExitStatus.nothing
    }
  }
}
