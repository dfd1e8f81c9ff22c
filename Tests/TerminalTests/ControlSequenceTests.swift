import Terminal
import TestSupport
import Testing

struct ControlSequenceTests {
  @Test func theSequencesThatAreSentAreThoseThatAreAllowed() {
    #expect(Set(ControlSequence.patterns) == Set(ByteOracle.screenSequences))
  }
}
