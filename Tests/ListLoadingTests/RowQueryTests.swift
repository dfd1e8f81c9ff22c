import ListModel
import NameSearch
import PageSources
import TargetStore
import TestSupport
import Testing

@testable import ListLoading

/// What a command prints about the rows of an input.
struct RowQueryTests {
  private let directory = TemporaryDirectory(isInMemory: true)

  private func open() throws -> TargetStore { try TargetStore(path: directory.path("targets.db")) }

  @Test func flagsAndDetailsOfAnInputAreOfOneMoment() async throws {
    let list = try ListName("l")
    let (store, other, name) = (try open(), try open(), try Name("a"))
    _ = try await other.apply(Edit(.dead, [name], addsUnknown: true), to: list)
    let source = try LinePages(paths: [directory.write("a\nb\n", to: "rows")])
    let query = RowQuery(of: list, in: store)
    var (verdicts, notices) = ([Verdict?](), [String]())
    let answer = try await query.answer(from: source, notice: { notices.append($0) }) {
      // Someone else edits the row after its flags were read.
      if verdicts.isEmpty { _ = try await other.apply(Edit(.ok, [name]), to: list) }
      verdicts.append(try await store.remarks(in: list)[name]?.verdict)
    }
    #expect(verdicts == [.ok, .ok])
    #expect(answer.listing.count(of: .ok) == 1 && answer.listing.count(of: .dead) == 0)
    #expect(answer.listing.count == 2 && notices == [])
  }
}
