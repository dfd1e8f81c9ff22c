/// Changes to the bytes of a file, as described by an input, one after another.
struct Damage {
  private(set) var bytes: [UInt8]

  /// Applies all changes of the input to `bytes`, at places in `ranges` or anywhere.
  init(_ bytes: [UInt8], at ranges: [Range<Int>] = [], by input: inout Input) {
    self.bytes = bytes
    var count = 0
    while !input.isEmpty, count < 40, !self.bytes.isEmpty {
      apply(ranges.filter { !$0.isEmpty && $0.upperBound <= self.bytes.count }, &input)
      count += 1
    }
  }

  private mutating func apply(_ ranges: [Range<Int>], _ input: inout Input) {
    let kind = input.byte()
    let range = ranges.isEmpty ? bytes.indices : input.choice(ranges)
    let place = range.lowerBound + input.number(below: range.count)
    switch kind % 16 {
    case 0: bytes.removeLast(bytes.count - place)
    case 1: bytes += [UInt8](repeating: 0, count: place)
    case 2:
      let from = input.number(below: bytes.count)
      let count = min(Int(input.byte()), bytes.count - max(from, place))
      bytes.replaceSubrange(place..<(place + count), with: Array(bytes[from..<(from + count)]))
    case 3, 4:
      // A whole number, often one that points just beyond a valid range.
      let step = kind & 16 == 0 ? 4 : 1
      let word = place / step * step
      let values = (0..<4).map { _ in input.byte() }
      for (offset, value) in values.enumerated() where word + offset < bytes.count {
        bytes[word + offset] = kind % 16 == 3 ? value : bytes[word + offset] &+ value
      }
    case 5...9: bytes[place] ^= 1 << (input.byte() % 8)
    default: bytes[place] = input.byte()
    }
  }
}
