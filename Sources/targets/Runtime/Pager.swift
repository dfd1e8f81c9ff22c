import Glibc
import Printing
import Processes

/// Shows output that is longer than the screen page by page, by the program that the user has chosen.
struct Pager {
  private let child: ChildProcess

  /// The descriptor to write the text to.
  var descriptor: Int32 { child.input.descriptor }

  /// Starts the program of `PAGER`, or `less`; `nil` if neither can be started.
  init?() {
    let command = Environment.value("PAGER").flatMap { $0.isEmpty ? nil : $0 } ?? "less"
    if command == "cat" { return nil }
    // As git has it: colors are shown, a short text stays on the screen.
    let usual = Environment.value("LESS") == nil ? ["LESS": "FRX"] : [:]
    do {
      child = try ChildProcess(
        "/bin/sh", ["sh", "-c", command], variables: usual, input: .pipe,
        output: .descriptor(STDOUT_FILENO), errors: .descriptor(STDERR_FILENO))
    } catch {
      return nil
    }
  }

  /// Waits until the user has read it.
  func end() async {
    child.input.close()
    _ = await child.end()
  }
}
