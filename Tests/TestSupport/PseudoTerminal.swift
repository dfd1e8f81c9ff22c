import CVTerm
import Glibc

/// Both ends of a pseudo-terminal.
package final class PseudoTerminal {
  let master: Descriptor

  /// Stays open, so that the terminal and its attributes outlive the program.
  let slave: Descriptor
  package let slavePath: String

  package init(rows: Int, columns: Int) throws(HarnessError) {
    master = Descriptor(owning: posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC))
    var name = [CChar](repeating: 0, count: 128)
    guard master.isOpen, grantpt(master.number) == 0, unlockpt(master.number) == 0,
      ptsname_r(master.number, &name, name.count) == 0
    else { throw .system("posix_openpt", errno) }
    slavePath = name.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { String(cString: $0) } ?? ""
    }
    slave = try .open(slavePath, O_RDWR | O_NOCTTY)
    master.stopBlocking()
    resize(rows: rows, columns: columns)
  }

  /// The output to the terminal that is available now and has not been read.
  package func written() -> [UInt8] {
    var bytes: [UInt8] = []
    _ = master.drain(into: &bytes)
    return bytes
  }

  /// Changes the window; the kernel sends SIGWINCH.
  package func resize(rows: Int, columns: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master.number, UInt(TIOCSWINSZ), &size)
  }
}
