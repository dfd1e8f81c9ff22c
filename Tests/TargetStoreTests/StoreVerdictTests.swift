import ListModel
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// Verdicts other than dead and ok: a list's own words, each with a class.
@Suite(.onEachEngine, .inTurn, .timeLimit(.minutes(10)))
final class StoreVerdictTests {
  private let fixture: StoreFixture
  private let list: ListName
  private let store: TargetStore

  private let revoke: Verdict
  private let keep: Verdict

  init() throws {
    fixture = try StoreFixture()
    list = fixture.list
    store = try fixture.open(author: "ann")
    revoke = try #require(Verdict("revoke", .dead))
    keep = try #require(Verdict("keep", .ok))
  }

  private func decide(_ verdict: Verdict, _ rows: [Name], isMany: Bool = false) async throws -> Int
  {
    var edit = Edit(.dead, [], ofSingleRows: true)
    edit.decision = Decision(giving: verdict)
    if isMany {
      return try await store.apply(edit, toAll: NameBatch(rows), of: list).changeCount
    }
    edit.names = rows
    return try await store.apply(edit, to: list).changeCount
  }

  private func counts() async throws -> [String: Int] {
    let stats = try await store.stats(of: list, days: 1)
    let listed = try await store.lists().first { $0.name == list }
    #expect(listed?.dead == stats.rows[.dead] && listed?.ok == stats.rows[.ok])
    var counts = ["class dead": stats.rows[.dead], "class ok": stats.rows[.ok]]
    for count in stats.verdicts { counts[count.verdict.word] = count.count }
    return counts.filter { $0.value > 0 }
  }

  @Test(arguments: [false, true])
  func aVerdictReplacesAnotherAndIsUndone(isMany: Bool) async throws {
    let rows = try (0..<40).map { try Name("row \(100 + $0)") }
    _ = try await store.importNames(NameBatch(rows), into: list)
    #expect(try await decide(.dead, Array(rows.prefix(10)), isMany: isMany) == 10)
    #expect(try await decide(keep, Array(rows[10..<20]), isMany: isMany) == 10)
    #expect(try await counts() == ["class dead": 10, "dead": 10, "class ok": 10, "keep": 10])
    // Rows that already have this decision are not decided again.
    #expect(try await decide(revoke, rows, isMany: isMany) == 40)
    #expect(try await decide(revoke, rows, isMany: isMany) == 0)
    #expect(try await counts() == ["class dead": 40, "revoke": 40])
    #expect(try await store.flags(in: list).values.allSatisfy { $0.subtracting(.new) == .dead })
    #expect(try await store.remarks(on: [rows[3]], in: list)[rows[3]]?.verdict == revoke)
    #expect(try await store.undo(in: list)?.changeCount == 40)
    #expect(try await counts() == ["class dead": 10, "dead": 10, "class ok": 10, "keep": 10])
    #expect(try await store.redoStep(in: list)?.result.changeCount == 40)
    #expect(try await counts() == ["class dead": 40, "revoke": 40])
    _ = try await store.check()
  }

  @Test func confirmingRepeatsTheEarlierVerdict() async throws {
    let name = try Name("a")
    var batch = NameBatch()
    batch.append(name, revision: "1")
    _ = try await store.mirror(batch, into: list)
    _ = try await decide(keep, [name])
    batch = NameBatch()
    batch.append(name, revision: "2")
    _ = try await store.mirror(batch, into: list)
    #expect(try await counts() == [:])
    #expect(try await store.remarks(on: [name], in: list)[name]?.verdict == keep)
    #expect(try await store.apply(Edit(.confirm, [name]), to: list).changeCount == 1)
    #expect(try await counts() == ["class ok": 1, "keep": 1])
    let entries = try await store.log(of: list, LogRequest(limit: 10))
    #expect(entries.first?.verdict == "keep" && entries.first?.kind == .ok)
  }

  @Test func aRowIsClaimedOnlyForItsVerdict() async throws {
    let names = try ["a", "b"].map { try Name($0) }
    _ = try await store.importNames(NameBatch(names), into: list)
    _ = try await decide(revoke, [names[0]])
    _ = try await decide(.dead, [names[1]])
    var turn = RunTurn("rm")
    (turn.next, turn.wanted) = (names, .dead)
    turn.verdicts = VerdictWords(of: ["revoke"])
    #expect(try await store.settle(turn, in: list) == [names[1]: .changed])
    turn.command = "mv"
    turn.verdicts = VerdictWords(besides: ["revoke"])
    #expect(try await store.settle(turn, in: list) == [names[0]: .changed])
  }
}
