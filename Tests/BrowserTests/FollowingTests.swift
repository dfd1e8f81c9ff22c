import ListModel
import NameSearch
import Pagination
import TestSupport
import Testing

@testable import Browser

/// Edits of others in the store, as a story of events without store and clock.
struct FollowingTests {
  private let arya = Result { try Name("Arya") }

  private func open(_ change: (inout Browser.Settings) -> Void = { _ in }) throws -> BrowserDriver {
    try BrowserDriver(["Arya", "Bran"], columns: 100, change)
  }

  private func mark(_ version: Int64) -> ListVersion {
    ListVersion(identity: "list", version: version)
  }

  private func news(_ version: Int64, _ changes: [Name: Flags?] = [:]) -> Browser.StoreUpdate {
    .changes(changes.map { ($0.key, $0.value) }, upTo: mark(version))
  }

  @Test func aTouchedStoreIsReadOnce() throws {
    var browser = try open()
    #expect(browser.state.changesToRead == nil)
    browser.send(.following(.storeTouched))
    let look = try #require(browser.state.changesToRead)
    #expect(look.mark == .start)
    browser.send(.following(.storeRead(look, news(1, [try arya.get(): .dead]))))
    #expect(browser.dead == ["Arya"])
    #expect(browser.state.changesToRead == nil)
    browser.send(.following(.storeTouched))
    #expect(browser.state.changesToRead?.mark == mark(1))
  }

  /// Its rows are not dropped: they are elsewhere now, or gone with their decisions.
  @Test(arguments: [true, false])
  func aListThatIsGoneIsReported(inReview: Bool) throws {
    var browser = try open { $0.reviews = inReview }
    browser.send(.following(.storeTouched))
    browser.send(.following(.storeRead(try #require(browser.state.changesToRead), news(3))))
    browser.send(.following(.storeTouched))
    let request = try #require(browser.state.changesToRead)
    browser.send(.following(.storeRead(request, .all([:], at: .start))))
    browser.send(.list(.indexed(try NameIndex([]), areAll: true)))
    #expect(browser.state.notice?.text == "list “default” was renamed or deleted")
    #expect(browser.state.notice?.isError == true)
  }

  /// Another request would end the current one, which has already noticed the change.
  @Test func aTouchDuringARequestCausesAnotherRequest() throws {
    var browser = try open()
    browser.send(.following(.storeTouched))
    let first = try #require(browser.state.changesToRead)
    browser.send(.following(.storeTouched))
    #expect(browser.state.changesToRead == first)
    browser.send(.following(.storeRead(first, news(1))))
    let second = try #require(browser.state.changesToRead)
    #expect(second != first)
    browser.send(.following(.storeRead(second, news(1))))
    #expect(browser.state.changesToRead == nil)
  }

  @Test func anOwnEditIsNewerThanAnEarlierReading() throws {
    var browser = try open()
    browser.send(.following(.storeTouched))
    browser.send(.following(.storeRead(try #require(browser.state.changesToRead), news(4))))
    browser.send(.following(.storeTouched))
    let look = try #require(browser.state.changesToRead)
    try markDead(in: &browser, leadingTo: 5)
    #expect(browser.state.following.mark == mark(5))
    browser.send(.following(.storeRead(look, news(4, [try arya.get(): Flags?.some([])]))))
    #expect(browser.dead == ["Arya"])
    let again = try #require(browser.state.changesToRead)
    #expect(again.mark == mark(5))
    browser.send(.following(.storeRead(again, news(6, [try arya.get(): [.dead, .liked]]))))
    #expect(browser.state.list.flags[try arya.get()] == [.dead, .liked])
  }

  @Test func anOwnEditFoundByARequestDoesNotHideLaterEdits() throws {
    var browser = try open()
    browser.send(.following(.storeTouched))
    browser.send(.following(.storeRead(try #require(browser.state.changesToRead), news(4))))
    browser.answersEdits = false
    browser.enter(":dead Arya")
    let edit = try #require(browser.state.editsToStore?.first)
    browser.send(.following(.storeTouched))
    browser.send(
      .following(
        .storeRead(try #require(browser.state.changesToRead), news(6, [try arya.get(): []]))))
    let change = EditResult.Change(name: try arya.get(), before: [], after: .dead)
    let result = EditResult(changes: [change])
    browser.send(.storing(.editsAnswered([.stored(number: edit.number, result, mark: mark(5))])))
    #expect(browser.dead == [])
    #expect(browser.state.following.mark == mark(6))
    #expect(browser.state.changesToRead == nil)
    #expect(browser.state.notice?.text.hasPrefix("Arya decided: dead") == true)
  }

  /// The own changes are shown already, but earlier changes by others must be read.
  @Test func editsOfOthersBeforeAnOwnEditAreRead() throws {
    var browser = try open()
    browser.send(.following(.storeTouched))
    browser.send(.following(.storeRead(try #require(browser.state.changesToRead), news(4))))
    try markDead(in: &browser, leadingTo: 6)
    #expect(browser.dead == ["Arya"])
    let look = try #require(browser.state.changesToRead)
    #expect(look.mark == mark(4))
    let notice = browser.state.notice
    browser.send(.following(.storeRead(look, news(6, [try arya.get(): .dead]))))
    #expect(browser.state.following.mark == mark(6))
    #expect(browser.state.notice == notice)
  }

  /// If the store is polled each second, the next poll reads them.
  @Test func editsOfOthersBeforeAnOwnEditAreReadByTheNextPoll() throws {
    var browser = try open { $0.asksStoreEachSecond = true }
    try markDead(in: &browser, leadingTo: 6)
    #expect(browser.dead == ["Arya"])
    #expect(browser.state.changesToRead == nil)
    browser.send(.following(.storeTouched))
    #expect(browser.state.changesToRead?.mark == .start)
  }

  @Test func aListThatCannotBeFollowedIsReadAgain() throws {
    var browser = try open()
    browser.send(.following(.storeTouched))
    let look = try #require(browser.state.changesToRead)
    let generation = browser.state.intake.pages.generation
    browser.send(.following(.storeRead(look, .all([try arya.get(): .dead], at: mark(20_000)))))
    #expect(browser.dead == ["Arya"])
    #expect(browser.state.following.mark == mark(20_000))
    #expect(browser.state.intake.pages.generation == generation + 1)
    #expect(browser.state.pageToLoad != nil)
  }

  @Test func anUnreadableStoreKeepsTheShownFlags() throws {
    var browser = try open()
    browser.enter(":dead Arya")
    browser.press(.nextRow)
    browser.send(.following(.storeTouched))
    let look = try #require(browser.state.changesToRead)
    browser.send(.following(.storeUnread(look, reason: "locked by another program")))
    #expect(browser.dead == ["Arya"])
    #expect(browser.state.changesToRead == nil)
    #expect(browser.status.hasPrefix("the rows shown may be out of date: locked by ano"))
    let failed = try #require(browser.state.failedChangeRequest)
    browser.send(.following(.storeTouched))
    let again = try #require(browser.state.changesToRead)
    #expect(again.mark == look.mark)
    browser.send(.following(.storeUnread(again, reason: "locked by another program")))
    #expect(browser.state.failedChangeRequest != failed)
    browser.send(.following(.storeTouched))
    browser.send(
      .following(
        .storeRead(
          try #require(browser.state.changesToRead), news(2, [try arya.get(): Flags?.some([])]))))
    #expect(browser.dead == [])
    #expect(browser.state.failedChangeRequest == nil)
    #expect(browser.status.hasPrefix("2 of 2"))
  }

  /// The message about a refused edit can be read, and disappears when the store has worked for a while.
  @Test(arguments: [0, 1, 5])
  func theMessageOfARefusedEditDisappearsOnceTheStoreWorks(failedLooks: Int) throws {
    var browser = try open { $0.asksStoreEachSecond = true }
    browser.answersEdits = false
    browser.enter(":dead Arya")
    let edit = try #require(browser.state.editsToStore?.first)
    browser.send(
      .storing(.editsAnswered([.failed(number: edit.number, reason: "locked by others")])))
    func look() throws -> Browser.ChangeRequest {
      browser.send(.following(.storeTouched))
      return try #require(browser.state.changesToRead)
    }
    for _ in 0..<failedLooks {
      browser.send(.following(.storeUnread(try look(), reason: "no connection")))
    }
    for _ in 1..<Browser.Following.leastSuccesses {
      browser.send(.following(.storeRead(try look(), news(0))))
      #expect(browser.status.hasPrefix("locked by others"))
    }
    let shown = browser.state.viewRevision
    browser.send(.following(.storeRead(try look(), news(0))))
    #expect(browser.status.hasPrefix("2 of 2"))
    #expect(browser.state.viewRevision != shown)
    // Another notice stays.
    browser.send(.noticed(.init("something else", isError: true)))
    for _ in 0..<20 { browser.send(.following(.storeRead(try look(), news(0)))) }
    #expect(browser.status.hasPrefix("something else"))
  }

  @Test func changesWaitForArrivingNames() throws {
    var browser = try open()
    browser.enter(":reload")
    #expect(browser.state.changesToRead == nil)
    let names = browser.state.list.index
    browser.send(.list(.indexed(names, of: 1, areAll: true)))
    #expect(browser.state.changesToRead != nil)
  }

  /// The screen is not repainted for a change by an edit of this session.
  @Test func anUpdateWithoutChangesRepaintsNothing() throws {
    var browser = try open()
    try markDead(in: &browser, leadingTo: 1)
    let shown = browser.state.viewRevision
    browser.send(.following(.storeTouched))
    let look = try #require(browser.state.changesToRead)
    browser.send(.following(.storeRead(look, .changes([], upTo: mark(1)))))
    #expect(browser.state.viewRevision == shown)
    #expect(browser.state.changesToRead == nil)

    browser.send(.following(.storeTouched))
    let other = try #require(browser.state.changesToRead)
    browser.send(.following(.storeRead(other, news(2, [try arya.get(): []]))))
    #expect(browser.state.viewRevision > shown)
  }

  @Test func theEndOfAFailureIsShown() throws {
    var browser = try open()
    browser.send(.following(.storeTouched))
    browser.send(
      .following(.storeUnread(try #require(browser.state.changesToRead), reason: "busy")))
    browser.send(.following(.storeTouched))
    let shown = browser.state.viewRevision
    browser.send(
      .following(.storeRead(try #require(browser.state.changesToRead), .changes([], upTo: .start))))
    #expect(browser.state.viewRevision > shown)
  }

  /// Counting takes longer, the more was decided today.
  @Test func ownDecisionsAreCountedWithoutTheStore() throws {
    var browser = try open { $0.countsProgress = true }
    let first = try #require(browser.state.progressToCount)
    #expect(!first.canWait)
    browser.send(.facts(.progressCounted(first, 7, at: first.mark)))
    #expect(browser.state.progressToCount == nil)
    try markDead(in: &browser, leadingTo: 1)
    #expect(browser.status.hasSuffix("1 of 2 decided · 8 today"))
    let second = try #require(browser.state.progressToCount)
    #expect(second.canWait)
    let shown = browser.state.viewRevision
    browser.send(.facts(.progressCounted(second, 8, at: second.mark)))
    #expect(browser.state.viewRevision == shown)

    browser.send(.following(.storeTouched))
    let look = try #require(browser.state.changesToRead)
    browser.send(.following(.storeRead(look, news(2, [try arya.get(): []]))))
    let third = try #require(browser.state.progressToCount)
    #expect(!third.canWait)
    browser.send(.facts(.progressCounted(third, 7, at: third.mark)))
    #expect(browser.status.hasSuffix("7 today"))
  }

  @Test("Progress: today's decisions are never shown as more than all decisions")
  func countOfAnotherState() throws {
    var browser = try open { $0.countsProgress = true }
    browser.countsDecisions = false
    let first = try #require(browser.state.progressToCount)
    // The store has a decision by someone else that is not shown yet.
    browser.send(.facts(.progressCounted(first, 1, at: mark(1))))
    #expect(browser.status == "default · 2 of 2")
    let look = try #require(browser.state.changesToRead)
    browser.send(.following(.storeRead(look, news(1, [try arya.get(): .dead]))))
    #expect(browser.status == "default · 2 of 2 · 1 of 2 decided")
    let second = try #require(browser.state.progressToCount)
    #expect(!second.canWait)
    browser.send(.facts(.progressCounted(second, 1, at: mark(1))))
    #expect(browser.status == "default · 2 of 2 · 1 of 2 decided · 1 today")
    browser.send(.following(.storeTouched))
    let undo = try #require(browser.state.changesToRead)
    browser.send(.following(.storeRead(undo, news(2, [try arya.get(): []]))))
    #expect(browser.status == "default · 2 of 2")
  }

  @Test func aNewDayStartsANewCount() throws {
    var browser = try open { $0.countsProgress = true }
    browser.send(
      .facts(.progressCounted(try #require(browser.state.progressToCount), 0, at: .start)))
    #expect(browser.state.dayToWatch == nil)
    try markDead(in: &browser, leadingTo: 1)
    #expect(browser.state.dayToWatch != nil)
    browser.send(
      .facts(.progressCounted(try #require(browser.state.progressToCount), 1, at: mark(1))))
    browser.send(.facts(.dayEnded))
    let request = try #require(browser.state.progressToCount)
    #expect(!request.canWait)
    browser.send(.facts(.progressCounted(request, 0, at: request.mark)))
    #expect(browser.status.hasSuffix("1 of 2 decided"))
    #expect(browser.state.dayToWatch == nil)
  }

  @Test(
    "Others: an edit by others is reported in one line with its author and age",
    arguments: [
      (0, "just now"), (999_999, "just now"), (1_000_000, "1 s ago"), (59_999_999, "59 s ago"),
      (60_000_000, "1 min ago"), (3_599_999_999, "59 min ago"), (-5_000_000, "just now"),
    ] as [(Int64, String)])
  func editsOfOthersAreDescribed(age: Int64, words: String) throws {
    var browser = try open()
    let now = Moment(microseconds: 1_700_000_000_000_000)
    let time = Moment(microseconds: now.microseconds - age)
    func say(_ edits: OthersEdit...) throws {
      browser.send(.following(.storeTouched))
      let look = try #require(browser.state.changesToRead)
      var others = OthersNews()
      others.edits = edits
      let update = news(look.mark.version + 1, [try arya.get(): Flags?.some([])])
      browser.send(.following(.storeRead(look, update, of: others, at: now)))
    }
    let name = try arya.get()
    try say(OthersEdit(author: "ann", time: time, word: "dead", count: 1, name: name))
    #expect(browser.status.hasPrefix("ann: Arya dead, \(words)"))
    try say(OthersEdit(author: "ann", time: time, word: "dead", count: 1_200, name: nil))
    #expect(browser.state.notice == .init("ann: 1,200 rows dead, \(words)"))
    try say(
      OthersEdit(author: "bob", time: now, word: "liked", count: 1, name: name),
      OthersEdit(author: "ann", time: now, word: "ok", count: 2, name: nil),
      OthersEdit(author: "", time: now, word: "added", count: 1, name: nil),
      OthersEdit(author: "ann", time: time, word: "dead", count: 1, name: name))
    #expect(
      browser.state.notice
        == .init(
          "ann: Arya dead, 2 rows ok, \(words); someone else: 1 row added, just now; "
            + "bob: Arya liked, just now"))
    // An error is not lost.
    browser.send(.noticed(.init("refused", isError: true)))
    try say(OthersEdit(author: "ann", time: time, word: "ok", count: 1, name: name))
    #expect(browser.state.notice == .init("refused", isError: true))
  }

  @Test("Others: an edit long ago is reported with its date")
  func longAgo() throws {
    let now = Moment(microseconds: 1_700_000_000_000_000)
    let time = Moment(microseconds: now.microseconds - 3_600_000_000)
    #expect(time.ago(at: now) == "on \(time.local)")
  }

  private func markDead(in browser: inout BrowserDriver, leadingTo version: Int64) throws {
    browser.answersEdits = false
    browser.enter(":dead Arya")
    let edit = try #require(browser.state.editsToStore?.first)
    let change = EditResult.Change(name: try arya.get(), before: [], after: .dead)
    let result = EditResult(changes: [change])
    browser.send(
      .storing(.editsAnswered([.stored(number: edit.number, result, mark: mark(version))])))
  }
}
