import Printing
import ArgumentParser

/// Prints the manual page, which is made when the program is installed.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Print the manual page as roff.", shouldDisplay: false)

  func run() throws {
    var output = Output()
    try output.show(ManualPage().text)
    try output.flush()
  }
}
