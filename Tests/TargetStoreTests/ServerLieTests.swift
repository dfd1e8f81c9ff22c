import ListModel
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// A server that violates the protocol causes one clear error message, and loses nothing that was stored.
@Suite(.inTurn, .timeLimit(.minutes(10)))
struct ServerLieTests {
  /// Enough positions for a lie that it hits every kind of question.
  static let places = [1, 7, 19]

  private let lent: LentStore

  init() throws { lent = try LentStore() }

  /// A store behind a proxy.
  private func open(through proxy: SocketProxy) throws -> TargetStore {
    let path = "postgres://postgres@/\(lent.database)?host=\(proxy.folder.path)"
    let address = try #require(try ServerAddress(path))
    return TargetStore(
      path: path,
      connection: ServerConnection(
        address, patience: .milliseconds(300),
        limits: ServerLimits(mostBuffered: 8 << 20, longestAnswer: 8 << 20)))
  }

  /// The results of many questions and edits.
  private struct Work {
    /// The names whose edits were acknowledged, and those whose edits certainly changed nothing.
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
        // In a separate list, because a client that believes a lie may undo something else.
        let other = try ListName("other")
        let edit = Edit(.dead, try names("a"), addsUnknown: true, note: try Note("because"))
        _ = try await store.apply(edit, to: other)
        _ = try await store.undo(in: other)
        _ = try await store.redo(in: other)
      }
      await ask { _ = try await store.check() }
    }
    return work
  }

  /// Makes the server lie; expects one-line failures, and every acknowledged edit in the store.
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
  func aLieCausesOneMessageAndLosesNothing(lie: ServerLie, place: Int) async throws {
    _ = try await failures(of: lie, at: place)
  }

  @Test(arguments: ServerLie.atStart)
  func aServerWithoutTheProtocolIsReported(lie: ServerLie) async throws {
    #expect(try await !failures(of: lie, at: 0).isEmpty)
  }

  /// Repeated edits and questions have a deadline; a long reading may take its time, but must end.
  @Test(arguments: ServerLie.slow, places)
  func aSlowTrickleTimesOut(lie: ServerLie, place: Int) async throws {
    #expect(try await failures(of: lie, at: place).contains { $0.contains("does not answer") })
  }

  /// At most 64 MiB of the server's data are stored.
  ///
  /// libpq reads a row that has begun as far as it has arrived.
  @Test(arguments: ServerLie.floods, [1, 3])
  func aFloodIsCutOff(lie: ServerLie, place: Int) async throws {
    let proxy = try SocketProxy(of: lent.cluster.folder) { lie.filter(at: place) }
    defer { proxy.stop() }
    let path = "postgres://postgres@/\(lent.database)?host=\(proxy.folder.path)"
    let store = try TargetStore(path: path)
    var failures = 0
    for _ in 0..<3 where failures == 0 {
      do {
        _ = try await store.apply(Edit(.add, names("a")), to: lent.list)
        _ = try await store.mark(of: lent.list)
      } catch {
        failures += 1
      }
    }
    #expect(failures > 0)
    // The sockets hold a few hundred kilobytes in addition.
    if !lie.isOfOneRow { #expect(proxy.sent < failures * (64 + 4) << 20) }
  }

  /// Rows are read as they arrive, however many there are: 4 MiB here.
  @Test func aLongReadingNeedsLittleMemory() async throws {
    let honest = try TargetStore(path: lent.cluster.address(of: lent.database))
    _ = try await honest.apply(Edit(.add, names("a")), to: lent.list)
    let rows = 20_000
    try lent.cluster.query(
      """
      INSERT INTO targets_store.row (list, key, liked, since, gone, fields)
        SELECT list, convert_to('=name ' || number, 'UTF8'), 1, 1, 0, repeat('x', 200)::bytea
        FROM targets_store.row, generate_series(2, \(rows)) AS number
      """, in: lent.database)
    let address = try #require(try ServerAddress(honest.path))
    let store = TargetStore(
      path: honest.path,
      connection: ServerConnection(
        address, patience: .seconds(60), limits: ServerLimits(mostBuffered: 1 << 21)))
    #expect(try await store.flags(in: lent.list).count == rows - 1)
    #expect(try await store.contents(of: lent.list).count == rows)
    let page = try await store.names(in: lent.list, limit: 50_000)
    #expect(page.names.count == rows)
    #expect(page.names.allSatisfy { $0.name.text == "a" || $0.texts.detail?.count == 200 })
    var all = NameBatch()
    for kept in page.names { all.append(kept.name, detail: "y") }
    #expect(try await store.importNames(all, into: lent.list).added == 0)
    #expect(try await store.undo(in: lent.list)?.manyCount ?? 0 > 0)
  }
}
