import ListModel
import Glibc
import NameSearch
import TargetStore

/// A second program for the tests of the store.
///
/// It marks new names dead, one edit each, and reports each edit on standard output as soon as it
/// has returned. Arguments: the store, the list, what names start with, how many edits; then, if
/// wanted, settings that it takes on before anything else. `import=all` makes it one edit,
/// `import=restore` restores a backup instead, whose path is in place of what names start with, and
/// `import=archive` archives what may leave the log. `full=end` has it end when the disk is full,
/// where else it makes room and goes on.
@main
struct StoreWriter {
  static func main() async {
    // A shell starts background jobs with this signal ignored.
    signal(SIGINT, SIG_DFL)
    let arguments = CommandLine.arguments
    guard arguments.count >= 5, let count = Int(arguments[4]) else { exit(64) }
    for setting in arguments.dropFirst(5) {
      let words = setting.split(separator: "=").map(String.init)
      guard words.count == 2, take(words[0], words[1]) else { exit(77) }
    }
    do {
      let writer = StoreWriter(
        store: try TargetStore(path: arguments[1]), list: try ListName(arguments[2]))
      if arguments.dropFirst(5).contains("import=restore") {
        _ = try await writer.store.restore(from: arguments[3])
      } else if arguments.dropFirst(5).contains("import=archive") {
        try await writer.archive()
      } else if arguments.dropFirst(5).contains("import=all") {
        try await writer.importAll(prefix: arguments[3], count: count)
      } else {
        try await writer.run(prefix: arguments[3], count: count)
      }
    } catch {
      say("error: \(error)")
      exit(2)
    }
  }

  let store: TargetStore
  let list: ListName

  func run(prefix: String, count: Int) async throws {
    Self.say("names \(try await store.names(in: list, limit: 1_000_000).names.count)")
    if try await store.isReadOnly() { Self.say("read-only") }
    for number in 0..<count {
      let name = try Name("\(prefix)-\(number)")
      if let error = await failure(of: name) {
        guard case .full = error else { throw error }
        Self.say("error: \(error)")
        if CommandLine.arguments.contains("full=end") { return }
        Self.limitFiles(to: nil)
        if let error = await failure(of: name) { throw error }
      }
      Self.say("\(name)")
    }
  }

  /// Adds all names in one edit as soon as standard input ends, and reports the progress.
  func importAll(prefix: String, count: Int) async throws {
    var names = NameBatch()
    for number in 0..<count { names.append(try Name("\(prefix)-\(number)")) }
    while readLine() != nil {}
    let added = try await store.importNames(names, into: list) { Self.say("\($0)") }
    Self.say("added \(added.added)")
  }

  /// Archives every entry that can be archived, as if it were in a file.
  func archive() async throws {
    let now = Moment(microseconds: .max)
    guard let plan = try await store.archivePlan(of: list, before: now) else { exit(1) }
    let summary = ArchiveSummary(file: "f", checksum: "c", entryCount: plan.eventCount)
    guard try await store.archive(plan, of: list, before: now, summary) else { exit(1) }
  }

  func failure(of name: Name) async -> StoreError? {
    do {
      _ = try await store.apply(Edit(.dead, [name], addsUnknown: true), to: list)
      return nil
    } catch {
      return error
    }
  }

  static func take(_ setting: String, _ value: String) -> Bool {
    switch setting {
    case "umask":
      guard let mask = mode_t(value, radix: 8) else { return false }
      umask(mask)
      return true
    case "user":
      guard let user = uid_t(value) else { return false }
      return setgid(user) == 0 && setuid(user) == 0
    case "import":
      return ["all", "restore", "archive"].contains(value)
    case "full":
      return value == "end"
    case "killed-at":
      return install(.death, ["write", "truncate", "sync"], at: value)
    case "read", "write", "truncate", "sync", "lock", "unlock":
      return install(.failure(isForGood: false), [setting], at: value)
    case "sync-for-good", "write-for-good", "read-for-good":
      return install(
        .failure(isForGood: true), [String(setting.prefix { $0 != "-" })], at: value)
    case "largest-file":
      signal(SIGXFSZ, SIG_IGN)
      limitFiles(to: rlim_t(value))
      return true
    default:
      return false
    }
  }

  private static func install(
    _ effect: FaultyFile.Effect, _ calls: Set<String>, at value: String
  ) -> Bool {
    guard let number = Int(value) else { return false }
    FaultyFile.install(.init(calls: calls, number: number, effect: effect))
    return true
  }

  /// Limits the size of files, in bytes; `nil` removes the limit.
  static func limitFiles(to bytes: rlim_t?) {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    getrlimit(resource, &limit)
    limit.rlim_cur = bytes ?? limit.rlim_max
    setrlimit(resource, &limit)
  }

  /// Writes a line at once: `print` would buffer it, and a buffered acknowledgement acknowledges nothing.
  static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    write(STDOUT_FILENO, bytes, bytes.count)
  }
}
