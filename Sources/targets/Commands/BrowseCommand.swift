import ArgumentParser
import Browser
import Glibc
import NameSearch
import PageSources
import TargetStore
import TerminalText

/// The default command: browses, picks or prints, depending on the options and the terminal.
struct BrowseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse", abstract: "Browse names: what targets does without a command.")

  @Argument(help: ArgumentHelp("Names, one a line; - is standard input.", valueName: "file"))
  var files: [String] = []

  // Unconditional, so that a query may begin with a dash: `-f "$word"`.
  @Option(
    name: .customShort("f", allowingJoined: true), parsing: .unconditional,
    help: "Print the rows that match, and end.")
  var filter: String?

  @Flag(help: "Choose one row: its name is printed.")
  var pick = false

  @OptionGroup var options: BrowseOptions

  func validate() throws {
    if options.source.from != nil, !files.isEmpty {
      throw ValidationError("names come from files or from --from: take one of them")
    }
    if pick, filter != nil { throw ValidationError("-f prints, --pick asks: take one of them") }
  }

  func run() async throws {
    let browsing = Browsing(options, files: files, purpose: pick ? .picking : .editing)
    if let filter {
      try await browsing.printRows(matching: filter)
    } else if pick || isatty(STDOUT_FILENO) == 1 {
      try await browsing.run()
    } else {
      try await browsing.printRows(matching: options.query)
    }
  }
}
