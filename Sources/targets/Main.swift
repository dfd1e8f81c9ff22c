import Printing
import ArgumentParser
import Glibc

@main
enum Main {
  @MainActor
  static func main() async {
    Process.prepare()
    do {
      try Arguments.check()
      // Scripts ask for it often, and nothing has to be parsed.
      if Arguments.words == ["--version"] { return try Output.say(Version.line) }
      try Resources.check()
      var command = try TargetsCommand.parseDirectly()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      exit(ExitStatus.reporting(error))
    }
    exit(ExitStatus.done.rawValue)
  }
}
