import Terminal
import TestSupport
import Testing

struct ControlSequenceTests {
  @Test func onlyAllowedSequencesAreSent() {
    #expect(Set(ControlSequence.patterns) == Set(ByteOracle.screenSequences))
  }
}
