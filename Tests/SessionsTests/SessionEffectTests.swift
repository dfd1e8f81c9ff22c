import Browser
import FeedbackLoop
import FeedbackLoopTesting
import Foundation
import LibraryTestSupport
import ListModel
import NameSearch
import PageSources
import TargetStore
import TestSupport
import Testing

@testable import Sessions

/// The work of a session outside the main actor: the program's own feedbacks with a store in a file.
///
/// Each test lists every event and its changes, and checks that nothing remains.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct SessionEffectTests {
  private let directory = TemporaryDirectory(isInMemory: true)

  /// The store opened by a run of the program.
  private func open(by author: String = "") throws -> TargetStore {
    try TargetStore(path: directory.path("targets.db"), author: { author })
  }

  /// A session whose list has the rows Ada, Bo and Cy, added in one step.
  private func session() async throws -> EffectLoop {
    _ = try await open().importNames(NameBatch(["Ada", "Bo", "Cy"]), into: ListName("default"))
    return try await EffectLoop(of: open())
  }

  /// The flags that another run finds in the store.
  private func flags(_ text: String, _ session: EffectLoop) async throws -> Flags? {
    try await open().flags(of: [Name(text)], in: session.list)[Name(text)]
  }

  // MARK: Searching

  @Test("Search: what matches the typed text is listed while names wait to be sorted")
  func seeking() async throws {
    let session = try await EffectLoop(of: open(), isPatient: true)
    let loop = session.loop(session.effects.seeking)
    await session.read(try NameBatch(["Ada", "row 12 b"]))
    await eventually { session.indexed.names == ["Ada", "row 12 b"] }
    await session.read(try NameBatch((0..<100_000).map { "row \($0)" }))
    try loop.send(.init(.prompt(.lineEdited("row 99999"))))
    await eventually { session.indexed.names == ["Ada", "row 12 b", "row 99999"] }
    try loop.expectRequests(NameQuery("row 99999"))
  }

  @Test("Search: the rows that match the typed text replace the earlier rows")
  func search() async throws {
    let session = try await session()
    let loop = try await session.settledLoop(session.effects.searching)
    try loop.send(.init(.prompt(.lineEdited("b"))))
    try await loop.receive("listed 1") { $0.seen.names = ["Bo"] }
    try loop.send(.init(.prompt(.lineEdited("bx"))))
    try await loop.receive("listed 0") { $0.seen.names = [] }
    try loop.finish()
  }

  @Test("Search: matches of a text that was replaced are never shown")
  func replacedSearch() async throws {
    let session = try await session()
    let loop = try await session.settledLoop(session.effects.searching)
    for text in ["a", "b", "cy"] { try loop.send(.init(.prompt(.lineEdited(text)))) }
    try await loop.receive("listed 1") { $0.seen.names = ["Cy"] }
    try loop.finish()
  }

  // MARK: Storing

  @Test("Store: an edit and its undo are shown once they are stored")
  func edit() async throws {
    let session = try await session()
    let loop = try await session.settledLoop(session.effects.storing)
    try loop.send(.init(.prompt(.submitted(":dead Ada")))) { $0.seen.edits = 1 }
    let edit = try #require(loop.state.browser.storing.edits.first).number
    try await loop.receive("stored \(edit): 1") { state in
      state.seen.edits = 0
      state.seen.dead = ["Ada"]
      state.seen.version = 2
      state.seen.notice = "Ada decided: dead; C-x u to undo"
    }
    #expect(try await flags("Ada", session) == .dead)

    try loop.send(.init(.prompt(.commandGiven(.undo, line: "")))) { state in
      state.seen.edits = 1
      state.seen.notice = nil
    }
    let question = try #require(loop.state.browser.storing.edits.first).number
    try await loop.receive("found \(question): dead, Ada")
    let undo = try #require(loop.state.browser.storing.edits.first).number
    try await loop.receive("stored \(undo): 1") { state in
      state.seen.edits = 0
      state.seen.dead = []
      state.seen.version = 3
      state.seen.notice = "undone: dead, Ada"
    }
    #expect(try await flags("Ada", session) == [])
    try loop.finish()
  }

  @Test("Store: edits that come while one is being stored are stored together, and none is lost")
  func edits() async throws {
    let session = try await session()
    let loop = try await session.settledLoop(session.effects.storing)
    // The store gets the first edit at once; the others wait for its answer.
    for (count, name) in ["Ada", "Bo", "Cy"].enumerated() {
      try loop.send(.init(.prompt(.submitted(":dead \(name)")))) { $0.seen.edits = count + 1 }
    }
    let edits = loop.state.browser.storing.edits.map(\.number)
    try await loop.receive("stored \(edits[0]): 1") { state in
      state.seen.edits = 2
      state.seen.dead = ["Ada"]
      state.seen.version = 2
      state.seen.notice = "Ada decided: dead; C-x u to undo"
    }
    try await loop.receive("stored \(edits[1]): 1, stored \(edits[2]): 1") { state in
      state.seen.edits = 0
      state.seen.dead = ["Ada", "Bo", "Cy"]
      state.seen.version = 4
      state.seen.notice = "Cy decided: dead; C-x u to undo"
    }
    try loop.finish()
  }

  @Test("Store: an edit that failed is reported and not shown")
  func failedEdit() async throws {
    let session = try await session()
    let loop = try await session.settledLoop(session.effects.storing)
    let path = session.store.path
    try FileManager.default.removeItem(atPath: path)
    try loop.send(.init(.prompt(.submitted(":dead Ada")))) { $0.seen.edits = 1 }
    let edit = try #require(loop.state.browser.storing.edits.first).number
    let reason = StoreError.replaced(path: path).description
    try await loop.receive("failed \(edit): \(reason)") { state in
      state.seen.edits = 0
      state.seen.notice = reason
    }
    try loop.finish()
  }

  @Test("Store: many rows are one edit, and its answer is a count")
  func manyRows() async throws {
    let names = (1_000..<2_001).map { "row \($0)" }
    _ = try await open().importNames(NameBatch(names), into: ListName("default"))
    let session = try await EffectLoop(of: open())
    let loop = try await session.settledLoop(session.effects.storing)
    try loop.send(.init(.prompt(.submitted(":dead all"))))
    try loop.send(.init(.prompt(.lineEdited("y")))) { $0.seen.edits = 1 }
    let edit = try #require(loop.state.browser.storing.edits.first).number
    try await loop.receive("stored \(edit): 1001 rows") { state in
      state.seen.edits = 0
      state.seen.dead = state.seen.names
      state.seen.version = 2
      state.seen.notice = "1,001 rows changed; C-x u to undo"
    }
    try loop.finish()
  }

  // MARK: Following

  @Test("Follow: another run's edit and its new row are shown")
  func follow() async throws {
    let session = try await session()
    let loop = try await session.settledLoop(session.effects.searching, session.effects.following)
    let others = try open(by: "Ann")
    _ = try await others.apply(Edit(.dead, [Name("Bo")]), to: session.list)
    _ = try await others.apply(Edit(.add, [Name("Dee")]), to: session.list)
    try loop.send(.init(.following(.storeTouched)))
    try await loop.receive("read 2 changes up to 3") { state in
      state.seen.dead = ["Bo"]
      state.seen.version = 3
      state.seen.notice = "Ann: Dee added, Bo dead, just now"
    }
    try loop.send(try #require(await session.indexedEvent(of: 4)))
    try await loop.receive("listed 4") { $0.seen.names = ["Ada", "Bo", "Cy", "Dee"] }
    try loop.finish()
  }

  @Test("Follow: another run's earlier edit is read after an edit of this run")
  func followBeforeEdit() async throws {
    let session = try await session()
    let loop = try await session.settledLoop(session.effects.storing, session.effects.following)
    _ = try await open(by: "Ann").apply(Edit(.dead, [Name("Bo")]), to: session.list)
    try loop.send(.init(.prompt(.submitted(":dead Ada")))) { $0.seen.edits = 1 }
    let edit = try #require(loop.state.browser.storing.edits.first).number
    try await loop.receive("stored \(edit): 1") { state in
      state.seen.edits = 0
      state.seen.dead = ["Ada"]
      state.seen.notice = "Ada decided: dead; C-x u to undo"
    }
    try await loop.receive("read 2 changes up to 3") { state in
      state.seen.dead = ["Ada", "Bo"]
      state.seen.version = 3
      state.seen.notice = "Ann: Bo dead, just now"
    }
    try loop.finish()
  }

  @Test("Follow: a touch without a change changes nothing")
  func nothingToFollow() async throws {
    let session = try await session()
    let loop = try await session.settledLoop(session.effects.following)
    try loop.send(.init(.following(.storeTouched)))
    try await loop.receive("read 0 changes up to 1")
    try loop.finish()
  }

  @Test("Follow: if the store cannot be read, the display stays unchanged")
  func unread() async throws {
    let session = try await session()
    let loop = try await session.settledLoop(session.effects.following)
    try directory.write("no database, and long enough to be one", to: "targets.db")
    let reason = StoreError.damaged(path: session.store.path, reason: "it is not a database")
    try loop.send(.init(.following(.storeTouched)))
    try await loop.receive("unread: \(reason)")
    #expect(loop.state.browser.failedChangeRequest != nil)
    try loop.finish()
  }

  // MARK: What the store knows of rows

  @Test("Review: it begins after the row decided last, whoever decided it")
  func reviewOpening() async throws {
    let session = try await session()
    let loop = try await session.settledLoop(session.effects.openingReview)
    _ = try await open(by: "Ann").apply(Edit(.ok, [Name("Ada")]), to: session.list)
    try loop.send(.init(.prompt(.commandGiven(.review, line: ""))))
    try await loop.receive("review after Ada")
    #expect(loop.state.browser.view.selection?.text == "Bo")
    try loop.finish()
  }

  @Test("Notes: the notes of the visible rows are read, and read again after an edit")
  func notes() async throws {
    _ = try await open().importNames(NameBatch(["Ada", "Bo"]), into: ListName("default"))
    let edit = Edit(.note, [try Name("Bo")], note: try Note("why"))
    _ = try await open(by: "Ann").apply(edit, to: ListName("default"))
    let session = try await EffectLoop(of: open())
    let loop = try await session.settledLoop(
      session.effects.readingRemarks, session.effects.storing)
    try await loop.receive("Bo: why")
    try loop.send(.init(.prompt(.commandGiven(.nextRow, count: 2, line: ""))))
    try loop.send(.init(.prompt(.submitted(":note because")))) { $0.seen.edits = 1 }
    let number = try #require(loop.state.browser.storing.edits.first).number
    try await loop.receive("stored \(number): 1") { state in
      state.seen.edits = 0
      state.seen.version = 3
      state.seen.notice = "Bo noted; C-x u to undo"
    }
    try await loop.receive("Bo: because")
    try loop.finish()
  }

  @Test("Report: the store's report is shown", arguments: [":log", ":stats"])
  func report(command: String) async throws {
    let session = try await session()
    let loop = try await session.settledLoop(session.effects.reporting)
    try loop.send(.init(.prompt(.submitted(command))))
    try await loop.receive("reported \(command.dropFirst())")
    #expect(loop.state.browser.cover.overlay != nil)
    try loop.finish()
  }

  // MARK: Saving

  @Test("Save: the answer carries the number of its save, and the file has the names")
  func save() async throws {
    let session = try await session()
    let loop = try await session.settledLoop(session.effects.saving)
    let path = directory.path("names")
    try loop.send(.init(.prompt(.submitted(":save \(path)")))) { $0.seen.isSaving = true }
    let save = try #require(loop.state.browser.listingToSave).number
    try await loop.receive("saved \(save): 3 rows written to \(path)") { state in
      state.seen.isSaving = false
      state.seen.notice = "3 rows written to \(path)"
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "Ada\nBo\nCy\n")
    try loop.finish()
  }

  @Test("Save: two saves run one after another, and a file is never overwritten")
  func saves() async throws {
    let session = try await session()
    let loop = try await session.settledLoop(session.effects.saving)
    let (path, taken) = (directory.path("names"), try directory.write("mine", to: "taken"))
    try loop.send(.init(.prompt(.submitted(":save \(taken)")))) { $0.seen.isSaving = true }
    try loop.send(.init(.prompt(.submitted(":save \(path)"))))
    let reason = "\(taken): \(String(cString: strerror(EEXIST)))"
    let first = try #require(loop.state.browser.listingToSave).number
    try await loop.receive("saved \(first): \(reason)") { $0.seen.notice = reason }
    let second = try #require(loop.state.browser.listingToSave).number
    try await loop.receive("saved \(second): 3 rows written to \(path)") { state in
      state.seen.isSaving = false
      state.seen.notice = "3 rows written to \(path)"
    }
    #expect(try String(contentsOfFile: taken, encoding: .utf8) == "mine")
    try loop.finish()
  }

  // MARK: Reading

  @Test("Read: the rows of a list come with their flags")
  func keptList() async throws {
    let session = try await session()
    _ = try await session.store.apply(Edit(.dead, [Name("Bo")]), to: session.list)
    let again = try await EffectLoop(of: open())
    let loop = again.loop(again.effects.reading)
    try await loop.receive("page of 3")
    try await loop.receive("last page") { $0.seen.pageCount = 1 }
    try loop.send(try #require(await again.indexedEvent(of: 3)))
    #expect(again.indexed.names == ["Ada", "Bo", "Cy"])
    #expect(try loop.state.browser.list.flags[Name("Bo")] == .dead)
    try loop.finish()
  }

  @Test("Read: a list that others make before its first page is read gets its own order")
  func newList() async throws {
    let session = try await EffectLoop(of: open(), laterOrder: NameOrder(isReversed: true))
    _ = try await open(by: "ann").importNames(NameBatch(["Ada", "Bo", "Cy"]), into: session.list)
    let loop = session.loop(session.effects.reading)
    try await loop.receive("page of 3")
    try await loop.receive("last page") { $0.seen.pageCount = 1 }
    try loop.send(try #require(await session.indexedEvent(of: 3)))
    #expect(session.indexed.names == ["Cy", "Bo", "Ada"])
    try loop.finish()
  }

  @Test("Read: lines of files that are not names are counted, and no page is read twice")
  func files() async throws {
    let files = [
      try directory.write(Array("Bo\n".utf8) + [0xFF, 0x0A] + Array("Ada\n".utf8), to: "first"),
      try directory.write("Cy\n", to: "second"),
    ]
    let session = try await EffectLoop(of: open(), source: LinePages(paths: files))
    let loop = session.loop(session.effects.reading)
    try await loop.receive("page of 3: 1 line skipped (1 not UTF-8: \(files[0]):2)")
    try await loop.receive("last page") { $0.seen.pageCount = 1 }
    _ = await session.indexedEvent(of: 3)
    #expect(session.indexed.names == ["Ada", "Bo", "Cy"])
    try loop.finish()
  }

  @Test("Read: a page that cannot be read is a failure, and the rows before it stay")
  func missingFile() async throws {
    let files = [
      try directory.write("Bo\n", to: "first"), try directory.write("Ada\n", to: "second"),
    ]
    let session = try await EffectLoop(of: open(), source: LinePages(paths: files))
    try FileManager.default.removeItem(atPath: files[1])
    let loop = session.loop(session.effects.reading)
    try await loop.receive("page of 1")
    try await loop.receive("page") { $0.seen.pageCount = 1 }
    let reason = "\(files[1]): no such file"
    try await loop.receive("page failed: \(reason)") { $0.seen.pageFailure = reason }
    _ = await session.indexedEvent(of: 1)
    #expect(session.indexed.names == ["Bo"])
    try loop.finish()
  }
}
