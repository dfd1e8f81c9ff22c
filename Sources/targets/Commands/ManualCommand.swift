import Printing
import CommandSyntax

/// Prints the manual page; run when the program is installed.
struct ManualCommand: ProgramCommand {
  static let about = CommandText(
    "manual", "Print the manual page (roff).",
    usage: "targets manual",
    discussion: """
      EXAMPLES:
        targets manual | man -l -
      """)

  static var arguments: Arguments<Self> { Arguments {} }

  func run() throws {
    var output = Output()
    try output.show(ManualPage().text)
    try output.flush()
  }
}
