import Glibc
import TestSupport
import Testing

@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct MacroProgramTests {
  private static let inputrc = #"""
    "\C-xp": "PATH=${PATH}\e\C-e\C-a\ef\C-f"
    "\C-xq": "\eb\"\ef\""
    "\C-t": "\C-xz"
    "\C-o": "\e[6nx\C-x"
    """#

  /// The Esc of a macro is a separate key in vi mode, and leaves a picker.
  private static let ways: [([String], String)] = [
    ([], "emacs"), ([], "vi"), (["--height", "8"], "emacs"), (["--height", "8"], "vi"),
    (["pick"], "emacs"),
  ]

  @Test(arguments: ways)
  func aMacroTypesItsText(options: [String], mode: String) throws {
    let program = try Program()
    try program.environment.home.write(
      "set editing-mode \(mode)\n" + Self.inputrc + "\n", to: ".inputrc")
    let session = try program.open(options, input: .text("Ada\nBo\n"))
    session.wait { $0.contains("Ada") && $0.contains("targets> ") }
    session.send("\u{18}p")
    session.wait { $0.contains("PATH=") && $0.contains("${PATH}") }
    for keys in ["\u{18}q", "\u{14}", "\u{F}"] {
      session.send(keys)
      // They may cause no output, for which `wait` would wait.
      let deadline = ContinuousClock.now + .seconds(120)
      while !session.hasReadKeys, .now < deadline {
        usleep(1_000)
        session.wait { _ in true }
      }
    }
    kill(session.processID, SIGTERM)
    session.expectEnd(.signal(SIGTERM))
  }
}
