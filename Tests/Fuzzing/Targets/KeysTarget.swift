@testable import Terminal

/// Terminal input in pieces: keys, sequences, pastes and mouse reports.
///
/// The input is two bytes of choices, and what the terminal sends.
struct KeysTarget: FuzzTarget {
  let isControl: Bool

  func run(_ input: [UInt8]) throws {
    var input = Input(input)
    let choices = input.byte()
    let seed = input.byte()
    let bytes = input.remainder()
    let takesEscape = choices & 1 != 0
    let isBound: ([UInt8]) -> Bool = { ($0.last ?? 0) & (choices >> 1 & 3) == 0 }
    let expected = NaiveKeys(bytes, takesEscape: takesEscape, isBound: isBound)
    for pieces in [[bytes[...]], bytes.cut(seed: seed)] {
      var found = NaiveKeys([], takesEscape: takesEscape, isBound: isBound)
      var keys = KeyInput()
      for piece in pieces {
        if isControl { keys.removeAll() }
        keys.append(piece)
        try read(&keys, takesEscape, isBound, into: &found, atMost: bytes.count)
      }
      keys.expire()
      try read(&keys, takesEscape, isBound, into: &found, atMost: bytes.count)
      try Fault.unless(found.steps == expected.steps, "\(found.steps), not \(expected.steps)")
    }
    try checkSteps(expected.steps)
  }

  private func read(
    _ keys: inout KeyInput, _ takesEscape: Bool, _ isBound: ([UInt8]) -> Bool,
    into found: inout NaiveKeys, atMost most: Int
  ) throws {
    for _ in 0...(most + 1) {
      switch keys.next(takesEscape: takesEscape, isBound: isBound) {
      case .keys(let bytes): found.add(.keys(bytes))
      case .pasted(let bytes): found.add(.pasted(bytes))
      case .escape: found.add(.escape)
      case .mouse(let event): found.add(.mouse(event))
      case .unbound: continue
      case .held, .empty: return
      }
    }
    throw Fault("steps without an end")
  }

  private func checkSteps(_ steps: [NaiveKeys.Step]) throws {
    for step in steps {
      switch step {
      case .pasted(let bytes):
        try Fault.unless(
          bytes.count <= LineLimit.bytes && !bytes.contains { [0, 0x0A, 0x0D].contains($0) },
          "pasted: \(bytes.shown)")
      case .mouse(.pressed(let row, let column)):
        try Fault.unless(row >= 0 && column >= 0, "pressed at \(row), \(column)")
      default: continue
      }
    }
  }
}
