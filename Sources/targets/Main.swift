import CommandSyntax
import Glibc
import PageSources
import Printing

@main
enum Main {
  @MainActor
  static func main() async {
    if let helper = BuiltInHelper(rawValue: ProgramWords.programName) { _exit(helper.serve()) }
    Process.prepare()
    let invocation = Invocation(ProgramWords.words)
    var reading: (any ReadingCommand)?
    do {
      try ProgramWords.check()
      // Scripts ask for the version often, and it needs no system resources.
      if ProgramWords.words == ["--version"] { return try Output.say(Version.line) }
      try Resources.check()
      var command = try invocation.command()
      reading = command as? any ReadingCommand
      try await command.run()
    } catch {
      _exit(ExitStatus.reporting(reading.map { $0.reported(error) } ?? error, of: invocation))
    }
    // Skip the exit handlers of libraries: OpenSSL would clean up while the thread of a store still
    // closes its connection to a server.
    _exit(ExitStatus.done.rawValue)
  }
}
