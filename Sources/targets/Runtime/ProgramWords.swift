import Printing
import CArguments
import Glibc

/// The words of the command line after the program's name.
enum ProgramWords {
  /// The words with the options before a command moved after it.
  ///
  /// Bytes that are not UTF-8 are replaced here; ``check()`` refuses them.
  static let words = LeadingOptions.moved(behindTheCommandIn: given)

  private static let given = bytes.map { String(decoding: $0, as: UTF8.self) }

  /// Refuses arguments that are not UTF-8, which would otherwise be changed silently.
  static func check() throws {
    for (argument, word) in zip(bytes, given) where !argument.elementsEqual(word.utf8) {
      throw Failure(
        "argument \((bytes.firstIndex(of: argument) ?? 0) + 1): not valid UTF-8: \(word)")
    }
  }

  /// The name by which the program was started, without folders.
  static var programName: String {
    guard carguments_count() > 0, let word = carguments_word(0) else { return "" }
    return String(String(cString: word).split(separator: "/").last ?? "")
  }

  /// Swift's runtime finds no arguments if a preloaded library has moved them and /proc is not mounted.
  private static let bytes = (1..<max(carguments_count(), 1)).compactMap { number in
    carguments_word(number).map { word in
      Array(UnsafeBufferPointer(start: word, count: strlen(word))).map(UInt8.init(bitPattern:))
    }
  }
}
