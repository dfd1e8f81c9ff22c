/// The bytes of several long keys in one range of offsets; each key is made once.
struct KeyStretches: Sendable {
  private let bytes: [UInt8]
  private let length: Int

  /// Makes `count` stretches; `fill` writes the one with a number.
  init(count: Int, length: Int, _ fill: (Int, UnsafeMutableRawBufferPointer) -> Void) {
    self.length = length
    bytes = [UInt8](unsafeUninitializedCapacity: count * length) { bytes, initialized in
      let all = UnsafeMutableRawBufferPointer(bytes)
      for number in 0..<count {
        let place = (number * length)..<((number + 1) * length)
        fill(number, UnsafeMutableRawBufferPointer(rebasing: all[place]))
      }
      initialized = count * length
    }
  }

  func row(_ number: Int) -> KeySort.Record {
    KeySort.Record(part: part(of: number, from: 0), source: 0, place: UInt32(number))
  }

  /// Sixteen bytes of a stretch from an offset on, padded with zeros.
  func part(of number: Int, from offset: Int) -> KeyPart {
    withBytes(of: number) { KeyPart($0, from: offset) }
  }

  func areEqual(_ left: Int, _ right: Int) -> Bool {
    withBytes(of: left) { left in withBytes(of: right) { left.order(against: $0) == 0 } }
  }

  /// Whether the key may continue after a stretch.
  func mayGoOn(_ number: Int) -> Bool { withBytes(of: number) { $0.last != 0 } }

  private func withBytes<Result>(
    of number: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    bytes.withUnsafeBytes { bytes in
      body(UnsafeRawBufferPointer(rebasing: bytes[(number * length)..<((number + 1) * length)]))
    }
  }
}
