import Glibc

/// The words behind the program's name, as it was started.
///
/// Swift looks for them on the stack, below the environment, and finds none if a preloaded library
/// has moved that before. A command would then look like a bare call; so the system is asked.
enum Arguments {
  /// The words with the options of a list behind the command that follows them.
  ///
  /// In what is not UTF-8, some is replaced; ``check()`` refuses it.
  static let words = LeadingOptions.moved(behindTheCommandIn: given)

  private static let given = bytes.map { String(decoding: $0, as: UTF8.self) }

  /// Refuses arguments that are not UTF-8, which would otherwise be changed silently.
  static func check() throws {
    for (argument, word) in zip(bytes, given) where !argument.elementsEqual(word.utf8) {
      throw Failure("argument \((bytes.firstIndex(of: argument) ?? 0) + 1): not UTF-8: \(word)")
    }
  }

  /// The words of a command line in which a NUL ends each, without the program's name.
  static func split(_ line: [UInt8]) -> [[UInt8]] {
    line.split(separator: 0, omittingEmptySubsequences: false).dropLast().dropFirst()
      .map(Array.init)
  }

  private static let bytes = CommandLine.argc > 0 ? ofSwift : split(commandLine)

  private static var ofSwift: [[UInt8]] {
    (1..<Int(CommandLine.argc)).compactMap { number in
      CommandLine.unsafeArgv[number].map { word in
        Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
      }
    }
  }

  private static var commandLine: [UInt8] {
    guard let file = fopen("/proc/self/cmdline", "re") else { return [] }
    defer { fclose(file) }
    var line: [UInt8] = []
    while case let byte = getc(file), byte != EOF { line.append(UInt8(truncatingIfNeeded: byte)) }
    return line
  }
}
