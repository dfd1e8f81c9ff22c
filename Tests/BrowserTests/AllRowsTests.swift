import ListModel
import NameSearch
import Pagination
import TestSupport
import Testing

@testable import Browser

/// Commands for all rows, and what they are told while some rows are still to come.
struct AllRowsTests {
  /// A browser that has read all rows but one, and the index of all.
  private func loading(
    columns: Int = 100, _ change: (inout Browser.Settings) throws -> Void = { _ in }
  ) throws -> (browser: BrowserDriver, all: NameIndex) {
    var browser = try BrowserDriver(["Arya", "Bran", "Cersei"], columns: columns, change)
    let all = browser.state.list.index
    browser.enter(":reload")
    browser.send(.intake(.pageRead(.of(count: 2))))
    browser.send(.list(.indexed(all.removing([try Name("Cersei")]), of: 1)))
    return (browser, all)
  }

  @Test(arguments: [
    ":dead all", ":ok section", ":decide dead all", ":like all", ":snooze 3d all", ":save f",
  ])
  func aCommandForAllRowsIsRefusedWhileTheyAreLoaded(line: String) throws {
    var (browser, all) = try loading()
    browser.enter(line)
    #expect(browser.state.notice == .init("wait until all rows are loaded", isError: true))
    #expect(browser.state.storing.edits.isEmpty && browser.state.storing.saves.isEmpty)
    #expect(!browser.orders.contains("consume \(line)"))
    #expect(browser.state.cover.question == nil)
    browser.send(.list(.indexed(all, of: 1, areAll: true)))
    browser.enter(line)
    #expect(browser.state.notice?.isError != true)
  }

  /// The index is complete before its rows are found.
  @Test func theRowsMustAlsoBeListed() throws {
    var (browser, all) = try loading()
    browser.answersSearches = false
    browser.send(.list(.indexed(all, of: 1, areAll: true)))
    #expect(browser.status.contains("loading"))
    browser.enter(":dead all")
    #expect(browser.state.notice == .init("wait until all rows are loaded", isError: true))
    browser.answersSearches = true
    browser.answerSearch()
    #expect(!browser.status.contains("loading"))
    browser.enter(":dead all")
    #expect(browser.dead == ["Arya", "Bran", "Cersei"])
  }

  /// Only if a retry may help is it advised.
  @Test(arguments: [(RetryAdvice.whenever, "; :retry to try again"), (.never, "")])
  func aFailedLoadIsNamed(retries: RetryAdvice, advice: String) throws {
    var (browser, _) = try loading()
    browser.send(.intake(.pages(.pageFailed(.init(reason: "lost", retryAdvice: retries)))))
    #expect(browser.state.intakeFailure == "lost\(advice)")
    browser.enter(":dead all")
    #expect(
      browser.state.notice == .init("not all rows could be loaded\(advice)", isError: true))
  }

  @Test(arguments: [100, 60, 44])
  func aMessageDoesNotHideThatRowsAreLoaded(columns: Int) throws {
    var (browser, _) = try loading(columns: columns)
    browser.enter(":dead Arya")
    #expect(browser.status.hasPrefix("Arya decided: dead"))
    #expect(browser.status.contains("loading"), "\(browser.status)")
  }

  @Test func onlyChangedRowsAreConfirmedAndCounted() throws {
    var browser = try BrowserDriver((0..<40).map { "Name \($0)" })
    browser.enter(":confirm all")
    #expect(browser.notice == "no row here has changed since it was decided")
    let names = try (0..<30).map { try Name("Name \($0)") }
    browser.mirrorElsewhere(
      try (0..<40).map { (name: try Name("Name \($0)"), revision: "1") })
    try browser.look()
    browser.enter(":dead all")
    browser.type("y")
    browser.mirrorElsewhere(
      try (0..<40).map { (name: try Name("Name \($0)"), revision: $0 < 30 ? "2" : "1") })
    try browser.look()
    browser.enter(":confirm all")
    #expect(browser.question == "decide 30 rows as before?")
    browser.type("y")
    #expect(names.allSatisfy { browser.state.list.flags[$0] == .dead })
  }

  /// The index of a list has no dropped rows.
  @Test(arguments: [false, true])
  func droppedRowsOfAListAreReported(isPlain: Bool) throws {
    var browser = try BrowserDriver(["Arya", "Bran"]) { $0.isPlain = isPlain }
    browser.enter(":drop Bran")
    browser.enter(":show dropped")
    #expect(browser.names == ["Arya"])
    #expect(browser.state.reportToMake?.report == .dropped)
    #expect(!browser.state.isAtRest)
  }

  // MARK: Rows of an input

  @Test(arguments: [":drop", ":drop Arya", ":drop #1", ":drop all", ":drop section"])
  func aRowOfAnInputCannotBeDropped(line: String) throws {
    var browser = try BrowserDriver(["Arya"]) { $0.browsesKeptList = false }
    browser.enter(":dead Arya")
    browser.enter(":note #1 text")
    browser.enter(line)
    #expect(
      browser.state.notice
        == .init(
          "rows of an input cannot be dropped; :reopen removes a decision, :note a note",
          isError: true))
    browser.press(.drop)
    #expect(browser.state.notice?.isError == true)
    #expect(browser.state.list.flags[try Name("Arya")] == [.dead, .noted])
  }
}
