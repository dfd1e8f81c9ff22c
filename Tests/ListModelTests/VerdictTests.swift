import ListModel
import Testing

@Suite struct VerdictTests {
  @Test(arguments: ["dead", "ok", "revoke:dead", "keep-it:ok", "A1:dead", "undead:ok"])
  func storedVerdictsAreRead(stored: String) throws {
    let verdict = try #require(Verdict(stored: stored))
    #expect(verdict.stored == stored)
    #expect(verdict.class == (stored.hasSuffix("dead") ? .dead : .ok))
  }

  @Test(arguments: [
    "", "open", "revoke", "revoke:", ":dead", "revoke:open", "open:dead", "changed:ok", "ok:dead",
    "dead:ok", "a b:dead", "a:b:dead", "é:dead", "a_b:ok", "abcdefghijklmnopqrstu:ok", "a\n:ok",
    "Dead:ok", "DEAD:dead", "Open:ok", "section:ok", "-:ok", "-a:ok",
  ])
  func nothingElseIsAVerdict(stored: String) {
    #expect(Verdict(stored: stored) == nil)
  }

  @Test func aVerdictsKeyIsAnUnusedLetter() throws {
    let key = try VerdictKey("r=revoke:dead")
    #expect(key.key == "r" && key.verdict == Verdict("revoke", .dead))
    for text in [
      "=revoke:dead", "rr=revoke:dead", "1=revoke:dead", "r=revoke", "r:revoke=dead", "é=a:ok",
    ] {
      #expect(throws: VerdictKey.Refusal.self, "\(text)") { try VerdictKey(text) }
    }
  }

  @Test func aDecisionWithAnotherWordIsAnotherDecision() throws {
    let revoke = try #require(Verdict("revoke", .dead))
    #expect(Decision(giving: revoke).action == .dead && Decision(giving: revoke).verdict == revoke)
    #expect(Decision(giving: revoke) != Decision(.dead))
    #expect(
      Decision(.dead) == Decision(giving: .dead) && Decision(.dead).verdict == .dead
        && Decision(.like).verdict == nil)
  }
}
