import Glibc
import ListModel
import TerminalText

/// Writes one line about an error to standard error: what failed, on what, and why.
package func complain(_ sentence: String) {
  announce("targets: " + sentence)
}

/// Writes one line to standard error about what was done.
///
/// Passwords of addresses in it are not shown, as in the name of a file that does not exist.
package func announce(_ sentence: String) {
  // The sentence may quote a name or a path, which must not control the terminal.
  let shown = AddressPassword.hiding(in: sentence)
  let line = DisplayText(shown, glyphs: Environment.glyphs).text + "\n"
  var bytes = Array(line.utf8)[...]
  while !bytes.isEmpty {
    let count = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    if count > 0 { bytes.removeFirst(count) } else if errno != EINTR { return }
  }
}
