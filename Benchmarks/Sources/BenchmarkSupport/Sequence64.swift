/// Random numbers that a seed fixes: the xorshift* sequence of 64 bits (Vigna, 2016).
package struct Sequence64: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  package mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
