import Glibc

/// What `stty` shows: whether a program left the terminal as it found it.
public struct TerminalAttributes: Hashable, Sendable {
  /// The input, output, control and local modes.
  public let modes: [UInt32]

  /// The control characters, `VMIN` and `VTIME`.
  public let characters: [UInt8]

  /// Lines are edited by the kernel: the mode a shell leaves a program in.
  public var isCanonical: Bool { modes[3] & UInt32(ICANON) != 0 }

  /// What is typed is shown by the kernel.
  public var echoes: Bool { modes[3] & UInt32(ECHO) != 0 }

  init?(_ descriptor: Descriptor) {
    var attributes = termios()
    guard tcgetattr(descriptor.number, &attributes) == 0 else { return nil }
    modes = [attributes.c_iflag, attributes.c_oflag, attributes.c_cflag, attributes.c_lflag]
    characters = withUnsafeBytes(of: attributes.c_cc) { Array($0) }
  }
}
