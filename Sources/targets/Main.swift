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
    do {
      try ProgramWords.check()
      // Scripts ask for it often, and it needs nothing of the system.
      if ProgramWords.words == ["--version"] { return try Output.say(Version.line) }
      try Resources.check()
      var command = try invocation.command()
      try await command.run()
    } catch {
      _exit(ExitStatus.reporting(error, of: invocation))
    }
    // Without what libraries do at the end: OpenSSL cleans up while the thread of a store still closes its
    // connection to a server with it.
    _exit(ExitStatus.done.rawValue)
  }
}
