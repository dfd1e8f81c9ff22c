@testable import NameSearch

/// A stream of lines that are longer than the stored part of a line.
///
/// The input is that of ``LinesTarget``, but in the stream 0xFE, a byte and a number *n* stand for
/// *n* KiB of that byte.
struct LongLinesTarget: FuzzTarget {
  private let lines: LinesTarget

  init(isControl: Bool) {
    lines = LinesTarget(isControl: isControl)
  }

  func run(_ input: [UInt8]) throws {
    var input = Input(input)
    let choices = input.byte()
    let seed = input.byte()
    let query = choices & 2 != 0 ? NameQuery(input.text()) : nil
    try lines.check(expanded(&input), endsWithNUL: choices & 1 != 0, query, seed: seed)
  }

  private func expanded(_ input: inout Input) -> [UInt8] {
    var stream: [UInt8] = []
    while !input.isEmpty {
      let byte = input.byte()
      guard byte == 0xFE, stream.count < 1 << 16 else {
        stream.append(byte)
        continue
      }
      let repeated = input.byte()
      // A repeated line end takes more time than another repeated byte, so it is repeated less often.
      let size = repeated == 0x0A || repeated == 0 ? 4 : 10
      stream += [UInt8](repeating: repeated, count: Int(input.byte() % 70) << size)
    }
    return stream
  }
}
