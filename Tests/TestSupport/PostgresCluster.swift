import Foundation
import Synchronization

/// A PostgreSQL server for the tests, in a temporary folder; reached by a Unix socket, or with
/// certificates at a port of this machine.
///
/// It ends when this process ends in any way: a shell holds the other end of a pipe, stops the
/// server when the pipe closes, and removes the folder.
public final class PostgresCluster: Sendable {
  /// The folder of its socket.
  public let folder: String

  private let keeper: Keeper

  /// The port that is part of the socket's name.
  private let port: UInt16

  /// The number of databases; they are created one at a time.
  private let databases = Mutex(0)

  /// The server that is shared by all tests that do not stop it.
  public static let shared = Result { try PostgresCluster() }

  fileprivate static let binaries = "/usr/lib/postgresql/15/bin"

  /// Keeps the server running; released with the cluster.
  private final class Keeper: @unchecked Sendable {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())

    deinit {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
    }
  }

  /// Makes a cluster and starts it.
  ///
  /// - Parameters:
  ///   - port: The port for the network; `nil` for none.
  ///   - settings: Lines of its configuration.
  /// - Throws: ``HarnessError`` if it does not start: Debian's postgresql-15 is needed.
  public init(port: UInt16? = nil, settings: [String] = []) throws {
    keeper = Keeper()
    self.port = port ?? 5_432
    let listening = port.map { ["listen_addresses = '127.0.0.1'", "port = \($0)"] } ?? []
    var template = Array("/tmp/targets-postgres-XXXXXX".utf8CString)
    let pattern = try Self.pattern.get()
    guard mkdtemp(&template) != nil else {
      throw HarnessError.failed("PostgreSQL", "no folder can be made")
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let script = """
      set -e
      trap 'test ! -e "$0/pool.pid" || kill "$(cat "$0/pool.pid")"; rm -rf "$0"' EXIT
      PATH=$1:$PATH; shift
      # A start takes a second, but can take more than the usual minute beside other work.
      export PGCTLTIMEOUT=600
      cp -a "$1" "$0/data"; shift
      {
        echo "listen_addresses = ''"
        echo "unix_socket_directories = '$0'"
        echo 'fsync = off'
        echo 'jit = off'
        echo 'max_connections = 500'
        echo "log_line_prefix = '%d '"
        printf '%s\\n' "$@"
      } >>"$0/data/postgresql.conf"
      pg_ctl -D "$0/data" -l "$0/log" -w start >/dev/null
      echo started
      while read -r order user; do
        if [ "$order" = standby ]; then
          pg_basebackup -D "$0/standby" -h "$0" -U postgres -c fast -R >>"$0/log" 2>&1
          pg_ctl -D "$0/standby" -l "$0/standby.log" -o '-p 5433' -w start >/dev/null
          echo done
          continue
        fi
        if [ "$order" = pool ]; then
          {
            echo '[databases]'
            echo "* = host=$0 user=$user"
            echo '[pgbouncer]'
            echo 'pool_mode = transaction'
            echo 'default_pool_size = 3'
            echo 'auth_type = any'
            echo 'listen_port = 6432'
            echo "unix_socket_dir = $0"
            echo "pidfile = $0/pool.pid"
            echo "logfile = $0/pool.log"
          } >"$0/pool.ini"
          PATH=$PATH:/usr/sbin pgbouncer -q -d "$0/pool.ini" </dev/null >/dev/null 2>&1
          until [ -S "$0/.s.PGSQL.6432" ] && [ -s "$0/pool.pid" ]; do sleep 0.05; done
          echo done
          continue
        fi
        pg_ctl -D "$0/data" -l "$0/log" -m immediate -w $order >/dev/null || true
        echo done
      done
      test ! -e "$0/standby" || pg_ctl -D "$0/standby" -m immediate stop >/dev/null || true
      pg_ctl -D "$0/data" -m immediate stop >/dev/null || true
      """
    let shell = ["sh", "-c", script, folder, Self.binaries, pattern] + listening + settings
    let (executable, arguments) = try Self.command(shell, owning: folder)
    keeper.process.executableURL = URL(fileURLWithPath: executable)
    keeper.process.arguments = arguments
    keeper.process.standardInput = keeper.input
    keeper.process.standardOutput = keeper.output
    keeper.process.currentDirectoryURL = URL(fileURLWithPath: "/")
    try keeper.process.run()
    try awaitLine()
  }

  /// The files of a cluster that was never started, which each cluster copies, because creating
  /// them takes longer than most tests.
  private static let pattern = Result {
    let folder = TemporaryDirectory().untilExit()
    let script = """
      exec "$1/initdb" -D "$0/data" -A trust -U postgres --no-sync -E UTF8 --locale=C
      """
    let (executable, arguments) = try command(
      ["sh", "-c", script, folder.path, binaries], owning: folder.path)
    let run = try ProgramRun(executable, arguments, directory: "/")
    guard run.status == .code(0) else { throw HarnessError.failed("initdb", run.error) }
    return folder.path("data")
  }

  /// A command that runs as the server's user, who is not root, with the folder as its argument.
  private static func command(
    _ words: [String], owning folder: String
  ) throws -> (executable: String, arguments: [String]) {
    guard geteuid() == 0 else { return ("/usr/bin/env", words) }
    guard let user = getpwnam("postgres"),
      chown(folder, user.pointee.pw_uid, user.pointee.pw_gid) == 0
    else {
      throw HarnessError.failed(
        "PostgreSQL", "PostgreSQL is not installed: there is no user postgres")
    }
    let options = ["--reuid=postgres", "--regid=postgres", "--clear-groups"]
    return ("/usr/bin/setpriv", options + words)
  }

  private func awaitLine() throws {
    var line: [UInt8] = []
    while line.last != 10 {
      guard let byte = try keeper.output.fileHandleForReading.read(upToCount: 1)?.first else {
        throw HarnessError.failed("PostgreSQL", "PostgreSQL does not start in \(folder)")
      }
      line.append(byte)
    }
  }

  /// Stops the server like a power cut, starts it, or both (`restart`).
  public func control(_ order: String) throws {
    try keeper.input.fileHandleForWriting.write(contentsOf: Data("\(order)\n".utf8))
    try awaitLine()
  }

  /// Where the log ends, which all tests of a shared server write.
  public func endOfLog() throws -> UInt64 {
    try FileHandle(forReadingFrom: URL(fileURLWithPath: "\(folder)/log")).seekToEnd()
  }

  /// The log from a place on, such as an earlier end.
  public func log(from start: UInt64) throws -> String {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "\(folder)/log"))
    try file.seek(toOffset: start)
    return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
  }

  /// Starts pgbouncer in front of it, which gives each transaction one of three sessions per user.
  ///
  /// - Throws: ``HarnessError`` if it does not start: Debian's pgbouncer is needed.
  public func startPool(user: String = "postgres") throws { try control("pool \(user)") }

  /// Makes a standby of the server that can be read, and returns the address of a database there.
  public func startStandby(of database: String) throws -> String {
    try control("standby")
    return "\(address(of: database))&port=5433"
  }

  /// The address of a database behind the pool.
  public func pooledAddress(of database: String) -> String { "\(address(of: database))&port=6432" }

  /// Makes an empty database.
  ///
  /// - Returns: Its name.
  public func makeDatabase() throws -> String {
    try databases.withLock { count in
      count += 1
      try query("CREATE DATABASE t\(count)", in: "postgres")
      return "t\(count)"
    }
  }

  /// The address of a database.
  public func address(of database: String, user: String = "postgres") -> String {
    "postgres://\(user)@/\(database)?host=\(folder)" + (port == 5_432 ? "" : "&port=\(port)")
  }

  /// The address of a database over the network, which requires certificates.
  public func networkAddress(of database: String, user: String = "postgres") -> String {
    "postgres://\(user)@127.0.0.1:\(port)/\(database)"
  }

  /// Presents a certificate to all clients from the network from now on; the file also has its key.
  public func show(certificate: String) throws {
    let place = "\(folder)/shown.pem"
    try? FileManager.default.removeItem(atPath: place)
    try FileManager.default.copyItem(atPath: certificate, toPath: place)
    chmod(place, 0o600)
    var found = stat()
    guard stat(folder, &found) == 0, chown(place, found.st_uid, found.st_gid) == 0 else {
      throw HarnessError.system(place, errno)
    }
    for setting in ["ssl_cert_file = '\(place)'", "ssl_key_file = '\(place)'", "ssl = on"] {
      try query("ALTER SYSTEM SET \(setting)", in: "postgres")
    }
    try query("SELECT pg_reload_conf()", in: "postgres")
  }

  /// Runs SQL, and returns the values that `psql` prints, without a header.
  @discardableResult
  public func query(_ sql: String, in database: String) throws -> String {
    let (process, output, errors) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "\(Self.binaries)/psql")
    process.arguments = [
      "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", address(of: database), "-c", sql,
    ]
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let words = try errors.fileHandleForReading.readToEnd() ?? Data()
      throw HarnessError.failed("psql", String(decoding: words, as: UTF8.self))
    }
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}

/// A transaction of another client, which stays open until it is ended.
public final class HeldTransaction {
  private let process = Process()
  private let input = Pipe()

  /// Begins the transaction, and returns once its SQL has run.
  public init(_ sql: String, in database: String, of cluster: PostgresCluster) throws {
    process.executableURL = URL(fileURLWithPath: "\(PostgresCluster.binaries)/psql")
    process.arguments = ["-X", "-q", "-A", "-t", "-d", cluster.address(of: database)]
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try say("BEGIN; \(sql); SELECT 'held';")
    var words = ""
    while !words.contains("held\n") {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { throw HarnessError.failed("psql", words) }
      words += String(decoding: more, as: UTF8.self)
    }
  }

  private func say(_ sql: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(sql)\n".utf8))
  }

  /// Ends the transaction with `COMMIT` or `ROLLBACK`, and returns after that.
  public func end(_ order: String = "ROLLBACK") throws {
    try say("\(order);")
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
