import Edits
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// A server that says what no server should: it costs one clear line, and nothing that was stored.
@Suite(.inTurn, .timeLimit(.minutes(10)))
struct ServerLieTests {
  /// As many of the messages as a lie may take the place of, so that each question meets some.
  static let places = [1, 7, 19]

  private let lent: LentStore

  init() throws { lent = try LentStore() }

  /// A store behind a proxy.
  private func open(through proxy: SocketProxy) throws -> TargetStore {
    let path = "postgres://postgres@/\(lent.database)?host=\(proxy.folder.path)"
    let address = try #require(try ServerAddress(path))
    return TargetStore(
      path: path,
      connection: ServerConnection(address, patience: .milliseconds(300), mostBytes: 8 << 20))
  }

  /// What came of many questions and edits.
  private struct Work {
    /// The names whose edits were acknowledged, and those of edits that changed nothing for sure.
    var added: [String] = []
    var refused: [String] = []
    var failures: [String] = []
  }

  private func work(with store: TargetStore) async -> Work {
    var work = Work()
    func ask(_ body: () async throws -> Void) async {
      do { try await body() } catch { work.failures.append("\(error)") }
    }
    for number in 0..<2 {
      await ask { _ = try await store.lists() }
      await ask { _ = try await store.contents(of: lent.list) }
      await ask { _ = try await store.flags(in: lent.list) }
      await ask { _ = try await store.remarks(in: lent.list) }
      await ask { _ = try await store.stats(of: lent.list, days: 3) }
      await ask { _ = try await store.changes(of: lent.list, since: .start) }
      let name = "new \(number)"
      do {
        _ = try await store.apply(Edit(.add, names(name)), to: lent.list)
        work.added.append(name)
      } catch {
        work.failures.append("\(error)")
        if "\(error)".contains("nothing was changed") { work.refused.append(name) }
      }
      await ask {
        // In a list of its own: who believes a lie takes back something else.
        let other = try Name("other")
        let edit = Edit(.markDead, try names("a"), addsUnknown: true, note: try Note("because"))
        _ = try await store.apply(edit, to: other)
        _ = try await store.undo(in: other)
        _ = try await store.redo(in: other)
      }
      await ask { _ = try await store.check() }
    }
    return work
  }

  /// Has the lie told; what fails must be told of in one line, and what was acknowledged is there.
  private func failures(of lie: ServerLie, at place: Int) async throws -> [String] {
    let honest = try TargetStore(path: lent.cluster.address(of: lent.database))
    _ = try await honest.apply(Edit(.add, names("a", "b", "Ærø", "d")), to: lent.list)
    _ = try await honest.apply(Edit(.like, names("b", "d"), note: Note("good")), to: lent.list)
    let proxy = try SocketProxy(of: lent.cluster.folder) { lie.filter(at: place) }
    defer { proxy.stop() }
    let done = await work(with: try open(through: proxy))
    for failure in done.failures {
      #expect(!failure.contains { $0.isNewline })
      #expect(failure.count < 1_300)
    }
    let contents = try await honest.contents(of: lent.list)
    for name in done.added + ["a", "b", "Ærø", "d"] { #expect(contents[name] != nil) }
    for name in done.refused { #expect(contents[name] == nil) }
    return done.failures
  }

  @Test(arguments: ServerLie.inAnswers, places)
  func aLieCostsALineAndNothingThatIsStored(lie: ServerLie, place: Int) async throws {
    _ = try await failures(of: lie, at: place)
  }

  @Test(arguments: ServerLie.atStart)
  func whoDoesNotSpeakTheProtocolIsToldOf(lie: ServerLie) async throws {
    #expect(try await !failures(of: lie, at: 0).isEmpty)
  }
}
