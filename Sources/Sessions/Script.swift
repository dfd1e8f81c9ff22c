import Glibc
import Printing
import TerminalText

/// The lines of `--commands`, the answers to them, and whether one has failed.
///
/// It continues in the next session when a line opens another list.
@MainActor
package final class Script {
  private let lines: ScriptLines
  private var output: Output

  /// The descriptor for rows and messages.
  let descriptor: CInt

  /// The number of the last line that was read, from 1; 0 before the first.
  private var number = 0

  /// Whether a line could not be carried out.
  package private(set) var hasFailed = false

  /// Why nothing more can be written.
  private(set) var outputFailure: (any Error)?

  /// Makes a script whose answers go to a descriptor.
  package init(_ lines: ScriptLines, answersTo descriptor: CInt) {
    self.lines = lines
    self.descriptor = descriptor
    output = Output(descriptor: descriptor)
  }

  /// The next line that can be carried out; reports the lines before it that cannot.
  func next() async throws -> String? {
    while let line = try await lines.next() {
      number += 1
      switch line {
      case .text(let text): return text
      case .unusable(let reason): fail(reason)
      }
    }
    return nil
  }

  /// Reports why the last line failed.
  func fail(_ reason: String) {
    hasFailed = true
    // Earlier answers must come first if both streams have the same destination.
    flush()
    complain(number == 0 ? "commands: \(reason)" : "commands, line \(number): \(reason)")
  }

  /// Reports a problem that no line has caused.
  func note(_ remark: String) {
    flush()
    complain(remark)
  }

  func say(_ text: StyledText) {
    guard outputFailure == nil else { return }
    do {
      try output.print(text.plainText)
    } catch {
      outputFailure = error
    }
  }

  /// Writes the answers, because someone may be waiting for them.
  func flush() {
    guard outputFailure == nil else { return }
    do {
      try output.flush()
    } catch {
      outputFailure = error
    }
  }
}
