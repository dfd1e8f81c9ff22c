import CSpawn
import Glibc

/// A program that is to be started, with the descriptors that it gets.
struct ChildCommand {
  var path: String
  var arguments: [String]

  /// Variables that are added to those of this process, or replace them.
  var variables: [String: String] = [:]
  var input: Int32
  var output: Int32
  var errors: Int32

  /// Whether it leads a session and a process group of its own.
  var hasOwnSession = false

  /// Starts the program; the second descriptor becomes readable when it has ended.
  func start() throws(ProgramPath.Failure) -> (process: pid_t, ending: Int32) {
    var (process, ending): (pid_t, Int32) = (-1, -1)
    let words = arguments.map { strdup($0) } + [nil]
    let settings = variables.isEmpty ? [] : environment.map { strdup($0) } + [nil]
    defer { (words + settings).forEach { free($0) } }
    let failure = path.withCString { path in
      words.withUnsafeBufferPointer { words in
        settings.withUnsafeBufferPointer { settings in
          var command = cspawn_command(
            path: path, arguments: words.baseAddress, environment: nil, input: input,
            output: output, errors: errors, has_own_session: hasOwnSession)
          if !settings.isEmpty { command.environment = settings.baseAddress }
          return cspawn_run(&command, &process, &ending)
        }
      }
    }
    guard failure == 0 else { throw ProgramPath.Failure(code: failure) }
    return (process, ending)
  }

  private var environment: [String] {
    var entries: [String] = []
    var entry = environ
    while let text = entry.pointee {
      let setting = String(cString: text)
      let name = setting.prefix { $0 != "=" }
      if variables[String(name)] == nil { entries.append(setting) }
      entry += 1
    }
    return entries + variables.map { "\($0.key)=\($0.value)" }.sorted()
  }
}
