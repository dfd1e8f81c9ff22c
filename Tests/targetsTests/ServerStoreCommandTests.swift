import Foundation
import ShellText
import TestSupport
import Testing

/// Lists on a server, with the built program and a separate server: messages of success, and
/// one-line errors.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct ServerStoreCommandTests {
  private static let secret = "open-sesame"

  private let cluster: PostgresCluster
  private let authority: TestAuthority
  private let certificate: String
  private let database: String

  /// An authority and a certificate, made once for all tests.
  private static let trusted = Result {
    let authority = try TestAuthority(in: TemporaryDirectory().untilExit())
    return (authority, try authority.certificate("good"))
  }

  init() throws {
    (authority, certificate) = try Self.trusted.get()
    cluster = try PostgresCluster(port: Self.freePort())
    database = try cluster.makeDatabase()
    try cluster.show(certificate: certificate)
  }

  /// A port of this machine without a listener.
  private static func freePort() throws -> UInt16 {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isBound else { throw HarnessError.system("bind", errno) }
    return UInt16(bigEndian: address.sin_port)
  }

  /// The program of a user who trusts the authority and has a password for other servers.
  private func program(_ changes: [String: String?] = [:]) throws -> Program {
    let all: [String: String?] = [
      "TARGETS_STORE": cluster.networkAddress(of: database), "PGSSLROOTCERT": authority.path,
      "TARGETS_LIST": "default",
      "PGPASSWORD": Self.secret,
    ]
    return try Program(all.merging(changes) { $1 })
  }

  /// Whoever undoes learns which later edit is in the way.
  @Test func aRefusedUndoNamesTheLaterEdit() throws {
    let program = try program()
    #expect(try program.run("store", "create").status == .code(0))
    _ = try program.run("add", "x")
    _ = try program.run("dead", "x", "--as", "ann")
    _ = try program.run("ok", "x", "--as", "bob")
    let undo = try program.run("undo", "--as", "ann")
    #expect(undo.status == .code(2))
    #expect(undo.error.hasPrefix("targets: undo: x was edited since: ok by bob"), "\(undo.error)")
    #expect(undo.error.hasSuffix("; nothing was changed\n"))
  }

  // MARK: What goes well

  /// Otherwise a library could clean up while another thread still closes a connection with it.
  @Test func noLibraryEndsBeforeTheThreadsThatUseIt() throws {
    let made = try program(["LD_DEBUG": "files"]).run("store", "create")
    #expect(made.status == .code(0))
    let calls = made.error.split(separator: "\n").filter { $0.contains("calling ") }
    #expect(calls.contains { $0.contains("calling init") && $0.contains("libpq") })
    #expect(!calls.contains { $0.contains("calling fini") })
  }

  @Test func aStoreIsCreatedCheckedFilledAndCopied() throws {
    let program = try program()
    let address = cluster.networkAddress(of: database)
    let early = try program.run("show", "--format", "sections")
    #expect(early.status == .code(2))
    let line = ShellLine(["targets", "store", "create", "--store", address]).text
    #expect(
      early.error == "targets: show: \(address): has no tables yet; create them: \(line)\n")
    for _ in 0..<2 {
      let made = try program.run("store", "create")
      #expect((made.status, made.output) == (.code(0), "\(address): ready\n"))
    }
    #expect(try program.run("add", "Ada", "Bran", "Cersei").status == .code(0))
    #expect(try program.run("dead", "-m", "because", "Bran").status == .code(0))
    let check = try program.run("store", "check")
    #expect((check.status, check.error) == (.code(0), ""))
    for fact in ["store: \(address)\n", "server: PostgreSQL 15", "round trip: ", "version: "] {
      #expect(check.output.contains(fact))
    }

    // To a file and back into another database; copying twice changes nothing.
    let rows = try program.run("show", "--format", "ndjson").output
    #expect(rows.split(separator: "\n").count == 3)
    let other = cluster.networkAddress(of: try cluster.makeDatabase())
    #expect(try program.run("store", "create", "--store", other).status == .code(0))
    for (from, to) in [(address, "team.db"), ("team.db", other)] {
      let copied = try program.run("store", "copy", from, to)
      #expect((copied.status, copied.output) == (.code(0), "copy: default: 3 rows copied\n"))
      let again = try program.run("store", "copy", from, to)
      #expect((again.status, again.output) == (.code(0), "copy: default: 3 rows, unchanged\n"))
      #expect(try program.run("show", "--format", "ndjson", "--store", to).output == rows)
    }

    let refused = try program.run("store", "backup", "copy.db")
    #expect(refused.status == .code(2))
    #expect(refused.error.split(separator: "\n").count == 1)
    let backup = try program.run("store", "backup", "copy.db", "--store", "team.db")
    #expect((backup.status, backup.error) == (.code(0), ""))
    #expect(try program.run("show", "--format", "ndjson", "--store", "copy.db").output == rows)
  }

  @Test func theSQLOfTheTablesIsOnlyPrinted() throws {
    let printed = try program(["TARGETS_STORE": nil]).run("store", "create", "--print")
    #expect(printed.status == .code(0))
    #expect(
      try cluster.query("SELECT to_regclass('targets_store.row') IS NULL", in: database) == "t")
    try cluster.query(printed.output, in: database)
    #expect(try program().run("add", "Ada").status == .code(0))
  }

  /// Every `grant` command of the manual, unchanged.
  @Test func theManualsGrantCommandsWork() throws {
    let owner = try program()
    for schema in [[], ["--schema", "team_b"]] {
      #expect(try owner.run(["store", "create"] + schema).status == .code(0))
    }
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    let manual = try String(contentsOf: root.appending(path: "docs/teams.md"), encoding: .utf8)
    let lines = manual.split(separator: "\n").filter {
      $0.hasPrefix("    targets store grant") && $0.hasSuffix(" | psql team")
    }
    #expect(lines.count == 2)
    for line in lines {
      let words = line.split(separator: " ").map { String($0) }.dropFirst().dropLast(3)
      let printed = try owner.run(Array(words))
      #expect((printed.status, printed.error) == (.code(0), ""))
      try cluster.query(printed.output, in: database)
    }
    try cluster.query(
      """
      CREATE ROLE ann LOGIN IN ROLE targets_writers; CREATE ROLE bea LOGIN IN ROLE b_readers
      """, in: database)
    func person(_ name: String) throws -> Program {
      try program([
        "TARGETS_STORE": cluster.address(of: database, user: name), "PGPASSWORD": nil,
      ])
    }
    let (ann, bea) = (try person("ann"), try person("bea"))
    #expect(try ann.run("add", "Ada", "Bran").status == .code(0))
    #expect(try ann.run("dead", "Ada", "--as", "boss").status == .code(0))
    try fails(bea, "show", with: "no USAGE on schema targets_store")
    try fails(ann, "show", "--schema", "team_b", with: "no USAGE on schema team_b")
    try fails(bea, "--schema", "team_b", "add", "Ada", with: "permission denied for table list")
    #expect(try owner.run("--schema", "team_b", "add", "Zoe").status == .code(0))
    #expect(try bea.run("show", "--schema", "team_b", "--format", "names").output == "Zoe\n")
    #expect(try owner.run("show", "--format", "names").output == "Ada\nBran\n")

    let address = cluster.networkAddress(of: database)
    let copied = try owner.run("store", "copy", address, "b.db", "--schema", "team_b")
    #expect(copied.output == "copy: default: 1 row copied\n")
    let back = try owner.run("store", "copy", "b.db", address, "--schema", "team_b")
    #expect(back.output == "copy: default: 1 row, unchanged\n")
    // Only the owner of the tables may import times and roles.
    let other = owner.environment.home.path("d.db")
    _ = try owner.run("add", "-l", "other", "--store", other, "Zoe", "--as", "zoe")
    try fails(
      ann, "store", "copy", other, cluster.address(of: database, user: "ann"),
      with: "permission denied for table event")
    let byOwner = try owner.run("store", "copy", other, address)
    #expect((byOwner.output, byOwner.error) == ("copy: other: 1 row copied\n", ""))
    #expect(try ann.run("log", "-l", "other").output.contains("  zoe         added     Zoe"))
    try fails(
      owner, "store", "copy", "b.db", "c.db", "--schema", "team_b",
      with: "--schema requires a store on a server")

    // The log names the real author.
    #expect(try ann.run("log").output.contains("boss (role ann)  dead "))
    #expect(try ann.run("why", "Ada").output.contains("decided: dead by boss (role ann) on "))
    let report = try ann.run("report").output
    #expect(report.contains("<td>boss (role ann)</td>"))
    let rows = try ann.run("report", "--format", "csv").output.split(separator: "\r\n")
    #expect(rows.first?.hasSuffix(",detail,decidedRole") == true)
    #expect(rows.contains { $0.contains(",boss,") && $0.hasSuffix(",ann") })
  }

  @Test func mistakesOfAnAdministratorAreReportedInOneLine() throws {
    let program = try program(["TARGETS_STORE": "team.db"])
    for (words, message) in [
      (["show", "--schema", "team_b"], "--schema requires a store on a server"),
      (
        ["lists", "--schema", "Team"], "--schema takes lower-case letters, digits and _, not “Team”"
      ),
      (["store", "grant"], "store: grant requires --print"),
      (
        ["store", "grant", "--print", "a", "b", "c", "d"], "store: grant takes three roles at most"
      ),
      (["store", "grant", "--print", "pg_monitor"], "“pg_monitor” cannot be the name of a role"),
      (["store", "check", "--print"], "--print requires create, upgrade or grant"),
      (["store", "upgrade", "--print"], "--print requires a store on a server"),
    ] {
      try fails(program, words, with: message)
    }
    let none = try program.run("store", "upgrade")
    #expect((none.status, none.output) == (.code(1), ""))
  }

  @Test func thereIsNothingToUpgrade() throws {
    let address = cluster.networkAddress(of: database)
    #expect(try program().run("store", "create").status == .code(0))
    let run = try program().run("store", "upgrade")
    #expect(run.status == .code(0))
    #expect(run.output == "\(address): nothing to upgrade; the tables are of version 6\n")
    let script = try program().run("store", "upgrade", "--print")
    #expect(script.status == .code(0))
    #expect(script.output == "-- \(address): nothing to upgrade\n", "psql reads it")
    let file = try program(["TARGETS_STORE": "team.db"])
    #expect(try file.run("add", "Ada").status == .code(0))
    #expect(
      try file.run("store", "upgrade").output
        == "team.db: nothing to upgrade; the tables are of version 6\n")
  }

  /// Only the owner of the tables may remove entries from the log.
  @Test func onlyTheOwnerArchives() throws {
    let owner = try program()
    _ = try owner.run("store", "create")
    _ = try owner.run("store", "set", "undo-steps", "1")
    _ = try owner.run("add", "Ada", "Bran")
    for word in ["dead", "reopen", "ok"] { _ = try owner.run(word, "Ada") }
    _ = try owner.run("like", "Bran")
    try cluster.query(
      """
      CREATE ROLE clerk LOGIN; GRANT USAGE ON SCHEMA targets_store TO clerk;
      GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA targets_store TO clerk
      """, in: database)
    let clerk = try program([
      "TARGETS_STORE": cluster.address(of: database, user: "clerk"), "PGPASSWORD": nil,
    ])
    let words = ["log", "--archive", "2999-01-01", "old.ndjson", "--yes"]
    try fails(clerk, words, with: "no DELETE on targets_store.fact; nothing was changed")
    #expect(access(clerk.environment.home.path("old.ndjson"), F_OK) != 0)

    let archived = try owner.run("log", "--archive", "2999-01-01", "old.ndjson", "--yes")
    #expect(archived.status == .code(0) && archived.output.hasPrefix("log: 4 entries archived in "))
    let check = try owner.run("store", "check")
    #expect((check.status, check.error) == (.code(0), ""))
    #expect(try clerk.run("log").output.split(separator: "\n").count == 3)
    #expect(try clerk.run("why", "Ada").output.contains("decided: ok by "))
    let file = try String(
      contentsOfFile: owner.environment.home.path("old.ndjson"), encoding: .utf8)
    #expect(file.contains(#""role":"postgres","what":"decided""#))
  }

  // MARK: What does not

  /// Runs a command that must fail with one line that contains some words and no password.
  private func fails(_ program: Program, _ arguments: String..., with words: String) throws {
    try fails(program, arguments, with: words)
  }

  private func fails(_ program: Program, _ arguments: [String], with words: String) throws {
    let run = try ProgramRun(
      program.path, arguments, environment: program.environment,
      directory: program.environment.home.path)
    #expect(run.status == .code(2))
    #expect(run.output == "")
    #expect(run.error.contains(words), "\(run.error)")
    #expect(run.error.filter(\.isNewline).count == 1, "\(run.error)")
    #expect(!run.error.contains(Self.secret))
    #expect(run.errorBytes.allSatisfy { $0 == 10 || $0 >= 32 && $0 != 127 })
  }

  @Test func aServerWithoutAValidCertificateIsRefused() throws {
    #expect(try program().run("store", "create").status == .code(0))
    let stranger = try program(["PGSSLROOTCERT": nil])
    try fails(stranger, "show", with: "root certificate file")
    let shown = [
      (try authority.certificate("old", days: -1), "certificate verify failed: it has expired, or"),
      (try authority.certificate("other", host: "10.1.2.3"), "does not match host name"),
      (try authority.selfSigned("nobody"), "certificate verify failed"),
    ]
    for (certificate, words) in shown {
      try cluster.show(certificate: certificate)
      // The server may need a moment to read its settings.
      let program = try program()
      var isRead = false
      let deadline = ContinuousClock.now + .seconds(60)
      while !isRead, ContinuousClock.now < deadline {
        isRead = try program.run("show", "--format", "sections").error.contains(words)
      }
      try fails(program, "show", with: words)
      try fails(program, "add", "Ada", with: words)
    }
    try cluster.show(certificate: certificate)
    #expect(try cluster.query("SELECT count(*) FROM targets_store.row", in: database) == "0")
  }

  @Test func aRefusedLoginIsReported() throws {
    let nowhere = cluster.networkAddress(of: "nowhere")
    try fails(program(), "show", "--store", nowhere, with: "database \"nowhere\" does not exist")
    try cluster.query(
      """
      CREATE ROLE needy LOGIN PASSWORD 'right';
      COPY (VALUES ('host all needy 127.0.0.1/32 scram-sha-256'), ('host all all 127.0.0.1/32 trust'),
        ('local all all trust')) TO '\(cluster.folder)/data/pg_hba.conf';
      SELECT pg_reload_conf()
      """, in: database)
    let needy = try program(["TARGETS_STORE": cluster.networkAddress(of: database, user: "needy")])
    let deadline = ContinuousClock.now + .seconds(60)
    while try !needy.run("show", "--format", "sections").error.contains("password"),
      ContinuousClock.now < deadline
    {}
    let refusal = "password authentication failed for user \"needy\""
    let start = try cluster.endOfLog()
    func refusals() throws -> Int {
      try cluster.log(from: start)
        .split(separator: "\n").count { $0.contains("FATAL") && $0.contains(refusal) }
    }
    // One failure per command, because servers lock accounts after a few.
    for arguments in [
      ["show", "--format", "sections"], ["lists"], ["add", "Ada"], ["undo"], ["store", "check"],
    ] {
      let before = try refusals()
      try fails(needy, arguments, with: refusal)
      #expect(try refusals() == before + 1, "\(arguments)")
    }
    let typed = "postgres://needy:\(Self.secret)@127.0.0.1/db"
    try fails(needy, "show", "--store", typed, with: "a password in an address")
  }

  /// Who only reads is not told that nothing was changed, and may wonder what should have been.
  @Test func withoutAServerOnlyEditsSayThatNothingWasChanged() throws {
    let port = try Self.freePort()
    let program = try program(["TARGETS_STORE": "postgres://127.0.0.1:\(port)/db"])
    for line in [
      "show", "why a", "sections", "stats", "report", "log", "lists", "dead a", "import -", "undo",
      "lists --yes --delete x", "lists --rename x y",
    ] {
      let words = line.split(separator: " ").map(String.init)
      let run = try program.run(words, input: .text("a\n"))
      #expect(run.status == .code(2))
      #expect(run.error.contains(": no connection"), "\(line): \(run.error)")
      let isEdit = ["dead", "import", "undo"].contains(words[0]) || line.hasPrefix("lists --")
      #expect(run.error.contains("nothing was changed") == isEdit, "\(line): \(run.error)")
    }
  }

  @Test func refusalsOfTheServerAreReportedInOneLine() throws {
    let program = try program()
    #expect(try program.run("store", "create").status == .code(0))
    let refusals = [
      ("53100", "'could not extend file'", "disk full; nothing was changed"),
      ("53200", "'out of memory'", "refused by the server; nothing was changed: out of memory"),
      ("P0001", "E'one\\r\\ntwo\\x1b]0;owned\\x07\\x1b[2J'", "one two"),
      ("42501", "'no'", "no; nothing was changed"),
    ]
    for (code, message, words) in refusals {
      try cluster.query(
        """
        CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN RAISE EXCEPTION USING ERRCODE = '\(code)', MESSAGE = \(message); END $$;
        CREATE OR REPLACE TRIGGER refusal BEFORE INSERT ON targets_store.row
          FOR EACH ROW EXECUTE FUNCTION refuse()
        """, in: database)
      try fails(program, "add", "Ada", with: words)
    }
    try cluster.query("DROP TRIGGER refusal ON targets_store.row", in: database)
    #expect(try program.run("add", "Ada").status == .code(0))
    #expect(try program.run("show", "--format", "names").output == "Ada\n")
  }
}
