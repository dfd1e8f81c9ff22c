import ListModel
import LibraryTestSupport
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// Claims of rows by concurrent runs.
@Suite(.onEachEngine, .inTurn, .timeLimit(.minutes(10)))
final class StoreClaimTests {
  private let fixture: StoreFixture
  private let list: ListName
  private let command = "rm {}"

  init() throws {
    fixture = try StoreFixture()
    list = fixture.list
  }

  private func seen(_ store: TargetStore) async throws -> [Name: Outcome] {
    try await store.outcomes(of: command, in: list)
  }

  @Test func aRowIsClaimedByOneRun() async throws {
    _ = try await fixture.filled(with: "a", "b", "c")
    let (ann, bob) = (try fixture.open(author: "ann"), try fixture.open(author: "bob"))
    let (a, b, c) = (try Name("a"), try Name("b"), try Name("c"))
    #expect(try await ann.claim([a, b], for: command, in: list).isEmpty)
    #expect(
      try await bob.claim([a, b, c], for: command, in: list)
        == [a: .claimed(by: "ann"), b: .claimed(by: "ann")])
    #expect(try await ann.claim([c], for: command, in: list) == [c: .claimed(by: "bob")])
    // The same run can claim them again, as after a lost answer.
    #expect(try await ann.claim([a, b], for: command, in: list).isEmpty)
    #expect(try await bob.claim([a], for: "ls {}", in: list).isEmpty)
    let claims = try await seen(try fixture.open(author: "cyd"))
    #expect(claims.mapValues(\.author) == [a: "ann", b: "ann", c: "bob"])
    #expect(claims.values.allSatisfy { $0.isHeld && $0.status == nil && $0.message == nil })
  }

  @Test(arguments: [0, 1, 130])
  func aRowFinishedSinceARunBeganIsNotClaimed(status: Int) async throws {
    let (ann, bob) = (try await fixture.filled(with: "a"), try fixture.open(author: "bob"))
    let a = try Name("a")
    let before = try await seen(bob)
    _ = try await ann.claim([a], for: command, in: list)
    try await ann.keep([(a, Outcome(command: command, status: status))], of: command, in: list)
    let claims = try await bob.claim([a], for: command, in: list, seen: before)
    #expect(claims == [a: .claimed(by: "")])
    let now = try await seen(bob)
    #expect(try await bob.claim([a], for: command, in: list, seen: now).isEmpty)
  }

  /// A state is a decision or an appearance, and a revision: each of these has an outcome of its own.
  @Test func eachRevisionOfARowIsClaimedOnce() async throws {
    let (ann, bob) = (try fixture.open(author: "ann"), try fixture.open(author: "bob"))
    let a = try Name("a")
    func mirror(_ revision: String?) async throws {
      var batch = NameBatch()
      batch.append(a, revision: revision)
      _ = try await ann.mirror(batch, into: list)
    }
    for revision in [nil, "x", "y", "z"] {
      try await mirror(revision)
      #expect(try await ann.claim([a], for: command, in: list).isEmpty)
      #expect(try await bob.claim([a], for: command, in: list) == [a: .claimed(by: "ann")])
      try await ann.keep([(a, Outcome(command: command, status: 0))], of: command, in: list)
      #expect(try await bob.claim([a], for: command, in: list) == [a: .claimed(by: "ann")])
    }
    for revision in ["y", nil, "x", "z"] {
      try await mirror(revision)
      #expect(try await bob.claim([a], for: command, in: list) == [a: .claimed(by: "ann")])
    }
  }

  @Test func aMissingRowIsNotClaimed() async throws {
    let store = try await fixture.filled(with: "a", "b")
    _ = try await store.apply(Edit(.drop, names("a")), to: list)
    _ = try await store.apply(Edit(.hide, names("b")), to: list)
    let (a, b, c) = (try Name("a"), try Name("b"), try Name("c"))
    #expect(
      try await store.claim([a, b, c], for: command, in: list)
        == [a: .gone, b: .gone, c: .gone])
    #expect(try await store.claim([a], for: command, in: try ListName("none")) == [a: .gone])
    #expect(try await seen(store).isEmpty)
  }

  /// A list need not have the rows of an input.
  @Test func aRowOfAnInputIsClaimedOnce() async throws {
    let store = try await fixture.filled(with: "a", "b")
    _ = try await store.apply(Edit(.drop, names("b")), to: list)
    let (b, c, d) = (try Name("b"), try Name("c"), try Name("d"))
    var turn = RunTurn(command)
    (turn.next, turn.revisions) = ([b, c, d], .given([c: "1"]))
    #expect(try await store.settle(turn, in: list) == [b: .gone])
    let bob = try fixture.open(author: "bob")
    #expect(try await bob.settle(turn, in: list).keys.sorted { $0.text < $1.text } == [b, c, d])
    (turn.next, turn.ended) = ([], [(c, Outcome(command: command, status: 0)), (d, nil)])
    _ = try await store.settle(turn, in: list)
    let seen = try await bob.outcomes(of: command, on: turn.revisions, in: list)
    #expect(seen.mapValues(\.status) == [c: 0])
    // With another revision, it is in another state; for a run of the list's own rows, it is gone.
    #expect(try await bob.outcomes(of: command, on: .none, in: list).isEmpty)
    #expect(try await bob.claim([c], for: command, in: list) == [c: .gone])
    turn = RunTurn(command)
    (turn.next, turn.revisions, turn.wanted) = ([c, d], .none, .dead)
    #expect(try await bob.settle(turn, in: list) == [c: .changed, d: .changed])
    turn.wanted = .open
    #expect(try await bob.settle(turn, in: list).isEmpty)
    #expect(try await store.contents(of: list) == ["a": []])
    #expect(try await store.check().troubles.isEmpty)
  }

  @Test func aReleasedClaimRestoresTheEarlierOutcome() async throws {
    let store = try await fixture.filled(with: "a", "b")
    let (a, b) = (try Name("a"), try Name("b"))
    let failure = Outcome(command: command, status: 7, message: "no")
    try await store.keep([(a, failure)], of: command, in: list)
    let before = try await seen(store)
    _ = try await store.claim([a, b], for: command, in: list, seen: before)
    var turn = RunTurn(command)
    (turn.ended, turn.seen) = ([(a, nil), (b, nil)], before)
    // The claims of another run cannot be released.
    _ = try await fixture.open(author: "bob").settle(turn, in: list)
    #expect(try await seen(store).values.allSatisfy { $0.status == nil })
    _ = try await store.settle(turn, in: list)
    #expect(try await seen(store) == before)
    #expect(before[a]?.message == "no" && before.count == 1)
  }

  /// Outcomes and the next claims are stored in one transaction.
  @Test func outcomesAndClaimsAreStoredTogether() async throws {
    let store = try await fixture.filled(with: "a", "b")
    let (a, b) = (try Name("a"), try Name("b"))
    _ = try await store.claim([a], for: command, in: list)
    var turn = RunTurn(command)
    turn.ended = [(a, Outcome(command: command, status: 0))]
    turn.next = [b, try Name("c")]
    #expect(try await store.settle(turn, in: list) == [try Name("c"): .gone])
    let found = try await seen(store)
    #expect(found[a]?.status == 0 && found[b]?.isHeld == true && found.count == 2)
  }

  /// SQL that makes the runs with claims look as if they had ended.
  private var ended: String {
    fixture.lent == nil
      ? "UPDATE outcome SET run = run + 1" : "UPDATE run SET beat = beat - 121000000"
  }

  /// In a file, a lock shows that a run is alive; on a server, the time of its claims does.
  @Test func theClaimOfAnEndedRunIsUnknownAndRetriedOnlyOnRequest() async throws {
    let ann = try await fixture.filled(with: "a", "b")
    let (a, b) = (try Name("a"), try Name("b"))
    _ = try await ann.claim([a, b], for: command, in: list)
    let old = ended
    let young =
      fixture.lent == nil
      ? "UPDATE outcome SET at = at - 121000000" : "UPDATE run SET beat = beat - 90000000"
    let bob = try fixture.open(author: "bob")
    try fixture.execute(young)
    let held = try await seen(bob)
    #expect(held.values.allSatisfy { $0.isHeld && !$0.isUnknown })
    #expect(
      try await bob.claim([a, b], for: command, in: list, seen: held, retriesUnknown: true).count
        == 2)
    try fixture.execute(old)
    #expect(try await seen(bob).values.allSatisfy(\.isUnknown))
    if fixture.lent != nil {
      try await ann.renewClaims(in: list)
      #expect(try await seen(bob).values.allSatisfy(\.isHeld))
      #expect(try await bob.claim([a, b], for: command, in: list).count == 2)
      try fixture.execute(old)
    }
    let unknown = try await seen(bob)
    #expect(
      try await bob.claim([a, b], for: command, in: list, seen: unknown)
        == [a: .unknown, b: .unknown])
    // An outcome that became unknown after the run began is not retried by it either.
    #expect(
      try await bob.claim([b], for: command, in: list, retriesUnknown: true)
        == [b: .claimed(by: "")])
    #expect(
      try await bob.claim([a], for: command, in: list, seen: unknown, retriesUnknown: true)
        .isEmpty)
    // The claim that was taken over is not renewed any more.
    try await ann.renewClaims(in: list)
    let claims = try await seen(bob)
    #expect(claims[a]?.author == "bob" && claims[a]?.isHeld == true)
    // After its release, the outcome is unknown again.
    var turn = RunTurn(command)
    (turn.ended, turn.seen) = ([(a, nil)], unknown)
    _ = try await bob.settle(turn, in: list)
    #expect(try await seen(bob)[a]?.run == unknown[a]?.run)
  }

  @Test func aReleasedRunHasNoClaims() async throws {
    let (ann, bob) = (
      try await fixture.filled(with: "a", "b"), try fixture.open(author: "bob")
    )
    let (a, b) = (try Name("a"), try Name("b"))
    _ = try await ann.claim([a], for: command, in: list)
    _ = try await bob.claim([b], for: command, in: list)
    let run = try #require(try await seen(bob)[a]?.run)
    #expect(try await bob.release(run: run, in: list) == 1)
    #expect(try await bob.release(run: run, in: list) == 0)
    let found = try await seen(bob)
    #expect(found[a]?.isUnknown == true && found[b]?.isHeld == true)
    // A hanging command may end after all; it is unknown whether it was started again meanwhile.
    try await ann.keep([(a, Outcome(command: command, status: 0))], of: command, in: list)
    #expect(try await seen(bob)[a]?.isUnknown == true)
  }

  /// A run that could not renew its claims for two minutes no longer owns them when it continues.
  @Test(arguments: [0, 1])
  func aLateOutcomeDoesNotEndTheClaimOfAnotherRun(status: Int) async throws {
    guard fixture.lent != nil else { return }
    let (ann, bob) = (try await fixture.filled(with: "a", "b"), try fixture.open(author: "bob"))
    let (a, b) = (try Name("a"), try Name("b"))
    _ = try await ann.claim([a, b], for: command, in: list)
    try fixture.execute(ended)
    let unknown = try await seen(bob)
    #expect(
      try await bob.claim([a], for: command, in: list, seen: unknown, retriesUnknown: true)
        .isEmpty)
    let late = Outcome(command: command, status: status)
    // A row that no other run has claimed since gets its outcome.
    try await ann.keep([(a, late), (b, late)], of: command, in: list)
    let claim = try #require(try await seen(ann)[a])
    #expect(claim.author == "bob" && claim.isHeld)
    #expect(try await seen(ann)[b]?.status == status)
    let refused = try await fixture.open(author: "cyd").claim([a], for: command, in: list)
    #expect(refused == [a: .claimed(by: "bob")])
    try await bob.keep([(a, Outcome(command: command, status: 3))], of: command, in: list)
    #expect(try await seen(ann)[a]?.status == 3)
  }

  /// A renewal is sent some seconds after the previous one, and answered some seconds later.
  @Test(arguments: [
    (20, 0, true), (59, 0, true), (60, 0, true), (65, 34, true), (20, 79, true), (20, 80, false),
    (100, 0, false), (121, 0, false), (0, 121, false),
  ])
  func aRunWhoseClaimsMayHaveBeenTakenOverStaysUnsafe(pause: Int, wait: Int, isSafe: Bool) {
    let start = ContinuousClock.now
    var lease = ClaimLease(from: start)
    lease.renew(sent: start + .seconds(20), answered: start + .seconds(20))
    #expect(lease.isSafe(at: start + .seconds(79)))
    #expect(!lease.isSafe(at: start + .seconds(80)))
    // Meanwhile another run may have taken over rows with expired claims.
    let sent = start + .seconds(20 + pause)
    lease.renew(sent: sent, answered: sent + .seconds(wait))
    #expect(lease.isSafe(at: sent + .seconds(59)) == isSafe)
    let next = sent + .seconds(wait + 1)
    lease.renew(sent: next, answered: next)
    #expect(lease.isSafe(at: next + .seconds(2)) == isSafe)
  }

  /// The law: if several runs claim all rows, exactly one run gets each row.
  @Test(arguments: UInt64(0)..<4)
  func eachRowIsClaimedByOneOfSeveralRuns(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let all = try (0..<60).map { try Name("row \($0)") }
    _ = try await fixture.open().apply(Edit(.add, all), to: list)
    let orders = (0..<4).map { _ in all.shuffled(using: &random) }
    let size = Int.random(in: 1...20, using: &random)
    // The claims of an ended run are free, so no run ends before all have claimed.
    let stores = try orders.map { _ in try fixture.open() }
    defer { withExtendedLifetime(stores) {} }
    let claimed = try await withThrowingTaskGroup(of: [Name].self) { group in
      for (store, order) in zip(stores, orders) {
        group.addTask { [command, list] in
          var own: [Name] = []
          for start in stride(from: 0, to: order.count, by: size) {
            let some = Array(order[start...].prefix(size))
            let refused = try await store.claim(some, for: command, in: list)
            own += some.filter { refused[$0] == nil }
          }
          return own
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(claimed.count == 60)
    #expect(Set(claimed) == Set(all))
  }
}
