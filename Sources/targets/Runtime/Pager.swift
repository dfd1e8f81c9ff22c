import Glibc
import Printing
import Processes
import TerminalText

/// Shows output that is longer than the screen page by page, in the user's pager.
struct Pager {
  private let child: ChildProcess
  private let command: String

  /// The size of the terminal on standard output; `nil` if standard output is not a terminal.
  static var screenSize: (rows: Int, columns: Int)? {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_row > 0
    else { return nil }
    return (Int(size.ws_row), Int(size.ws_col))
  }

  /// Runs the pager, and reads the text itself if the pager cannot be started.
  ///
  /// Otherwise writing the text would end this program by SIGPIPE. Ctrl-C is handled by the pager.
  private static let script = """
    trap : INT; eval "$1"; status=$?
    case $status in 126 | 127) cat >/dev/null ;; esac
    exit "$status"
    """

  /// The descriptor to write the text to.
  var descriptor: Int32 { child.input.descriptor }

  /// Starts the program of `PAGER`, or `less`; `nil` if a text of this many lines needs none, or if
  /// neither can be started.
  init?(forLines count: Int) {
    guard let screen = Self.screenSize, count >= screen.rows else { return nil }
    command = Environment.value("PAGER").flatMap { $0.isEmpty ? nil : $0 } ?? "less"
    if command == "cat" { return nil }
    // The same defaults as in git: colors are shown, and a short text stays on the screen.
    let usual = Environment.value("LESS") == nil ? ["LESS": "FRX"] : [:]
    do {
      child = try ChildProcess(
        "/bin/sh", ["sh", "-c", Self.script, "sh", command], variables: usual, input: .pipe,
        output: .descriptor(STDOUT_FILENO), errors: .descriptor(STDERR_FILENO))
    } catch {
      return nil
    }
  }

  /// The output for a pager, or standard output without one.
  static func output(of pager: Pager?, glyphs: Glyphs = Environment.glyphs) -> Output {
    Output(
      descriptor: pager?.descriptor ?? STDOUT_FILENO, glyphs: glyphs, reachesTerminal: pager != nil)
  }

  /// Waits until the user has quit the pager.
  ///
  /// - Throws: ``Failure`` if the shell could not start the pager, so the text was not shown.
  func end() async throws {
    child.input.close()
    let ending = await child.end()
    // The statuses of a shell for a command that is not found, or cannot be run.
    if [.exited(126), .exited(127)].contains(ending) {
      throw Failure("cannot start the pager “\(command)”; see PAGER")
    }
  }
}
