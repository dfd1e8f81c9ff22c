import Glibc
import Printing
import TerminalText

/// The lines of `--commands`, what has been answered to them, and whether one has failed.
///
/// It goes on from session to session when a line opens another list.
@MainActor
package final class Script {
  private let lines: ScriptLines
  private var output: Output

  /// Where rows and messages go.
  let descriptor: CInt

  /// The number of the last line that was read, from 1; 0 before the first.
  private var number = 0

  /// Whether a line could not be carried out.
  package private(set) var hasFailed = false

  /// Why nothing more can be written.
  private(set) var outputFailure: (any Error)?

  /// A script whose answers go to a descriptor.
  package init(_ lines: ScriptLines, answersTo descriptor: CInt) {
    self.lines = lines
    self.descriptor = descriptor
    output = Output(descriptor: descriptor)
  }

  /// The next line that can be carried out; those before it that cannot are reported.
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

  /// Reports why the line that was read last has failed.
  func fail(_ reason: String) {
    hasFailed = true
    // Earlier answers come first if both streams go to one place.
    flush()
    complain(number == 0 ? "commands: \(reason)" : "commands, line \(number): \(reason)")
  }

  /// Reports what is wrong with no line.
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

  /// Writes the answers, because somebody may be waiting for them.
  func flush() {
    guard outputFailure == nil else { return }
    do {
      try output.flush()
    } catch {
      outputFailure = error
    }
  }
}
