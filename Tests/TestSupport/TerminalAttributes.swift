import Glibc

/// The attributes that `stty` shows, to check whether a program has restored the terminal.
public struct TerminalAttributes: Hashable, Sendable {
  /// The input, output, control and local modes.
  public let modes: [UInt32]

  /// The control characters, `VMIN` and `VTIME`.
  public let characters: [UInt8]

  /// Whether the kernel edits lines, as is the case when a shell starts a program.
  public var isCanonical: Bool { modes[3] & UInt32(ICANON) != 0 }

  /// Whether the kernel echoes typed characters.
  public var echoes: Bool { modes[3] & UInt32(ECHO) != 0 }

  init?(_ descriptor: Descriptor) {
    var attributes = termios()
    guard tcgetattr(descriptor.number, &attributes) == 0 else { return nil }
    modes = [attributes.c_iflag, attributes.c_oflag, attributes.c_cflag, attributes.c_lflag]
    characters = withUnsafeBytes(of: attributes.c_cc) { Array($0) }
  }
}
