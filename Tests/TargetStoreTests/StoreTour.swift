import ListModel
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// Uses every operation on a list.
func useEverything(of store: TargetStore, in list: ListName) async throws {
  _ = try await store.apply(
    Edit(.dead, names("a", "b"), addsUnknown: true, note: Note("why")), to: list)
  _ = try await store.apply(
    Edit(.snooze, names("b"), until: Moment(microseconds: .max)), to: list)
  _ = try await store.apply(Edit(.add, [Name("c").known(by: "1")]), to: list)
  _ = try await store.undo(in: list)
  _ = try await store.redo(in: list)
  var many = NameBatch()
  for number in 0..<5_000 { many.append(try Name("name \(number)"), detail: "d", section: "s") }
  _ = try await store.importNames(many, into: list)
  _ = try await store.mirror(many, into: list)
  _ = try await store.undo(in: list)
  _ = try await store.undo(in: list)
  _ = try await store.claim(names("a"), for: "run", in: list)
  try await store.renewClaims(in: list)
  try await store.keep(
    [(try Name("a"), Outcome(command: "run", status: 1, message: "no"))], of: "run", in: list)
  try await store.keep([(try Name("b"), nil)], of: "run", in: list)
  _ = try await store.outcomes(of: "run", in: list)
  _ = try await store.outcomes(in: list)
  _ = try await store.texts(in: list, startingWith: "a", limit: 3)
  _ = try await store.firstNames(in: list, by: PrimaryKeys(of: NameOrder()), limit: 2)
  _ = try await store.contents(of: list)
  _ = try await store.flags(in: list)
  _ = try await store.remarks(in: list)
  _ = try await store.namesSnoozed(in: list)
  _ = try await store.nextWaking(in: list, after: .now)
  _ = try await store.nameDecidedLast(in: list)
  _ = try await store.countDecided(in: list, since: Moment(microseconds: 0))
  _ = try await store.stats(of: list, days: 14)
  _ = try await store.log(of: list, LogRequest(names: names("a"), author: "", limit: 10))
  _ = try await store.changes(of: list, since: .start)
  _ = try await store.news(
    ofOthersIn: list, from: .start, upTo: store.mark(of: list), settling: Name("a"),
    readsRows: true)
  _ = try await store.outcomes(onAllStatesOf: names("a"), in: list)
  _ = try await store.texts(of: names("a"), in: list)
  await #expect(throws: StoreError.stepForgotten) { try await store.undo(1_000, in: list) }
  let future = Moment(microseconds: .max)
  try await store.setUndoSteps(1)
  if let plan = try await store.archivePlan(of: list, before: future) {
    _ = try await store.entries(of: plan, in: list)
    let summary = ArchiveSummary(file: "f", checksum: "c", entryCount: plan.eventCount)
    #expect(try await store.archive(plan, of: list, before: future, summary))
  }
}

/// Uses every operation that is not about one list.
func useEverythingElse(of store: TargetStore) async throws {
  _ = try await store.lists()
  _ = try await store.listNames()
  _ = try await store.check()
}
