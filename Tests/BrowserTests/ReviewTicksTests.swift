import NameSearch
import TerminalText
import Testing

@testable import Browser
@testable import ListModel

/// Rows of review mode that are ticked, one by one or as a range, and decided together.
struct ReviewTicksTests {
  private func browser(_ count: Int, rows: Int = 24) throws -> BrowserDriver {
    var browser = try BrowserDriver(
      (0..<count).map { "row \($0 + 10_000)" }, rows: rows, columns: 100
    ) { $0.countsProgress = true }
    browser.press(.review)
    return browser
  }

  @Test func theNextDecisionAppliesToTheTickedRows() throws {
    var browser = try browser(6)
    browser.review(.tick, .down, .tick)
    #expect(browser.status.contains("2 ticked"))
    #expect(browser.screen()[0].contains("●") && !browser.screen()[1].contains("●"))
    browser.review(.dead)
    #expect(browser.dead == ["row 10000", "row 10002"])
    #expect(browser.state.storing.decisions.stored.map(\.what) == ["dead, 2 rows"])
    #expect(!browser.status.contains("ticked"))
    #expect(browser.state.view.selection?.text == "row 10003")
    browser.review(.again)
    #expect(browser.dead == ["row 10000", "row 10002", "row 10003"])
    browser.review(.undo, .undo)
    #expect(browser.dead == [])
  }

  @Test func aRangeExtendsToTheSelectedRowInBothDirections() throws {
    var browser = try browser(9)
    browser.review(.down, count: 4)
    browser.review(.range)
    browser.review(.up, count: 2)
    #expect(browser.status.contains("3 ticked"))
    browser.review(.range, .down, .down, .down, .tick)
    #expect(browser.status.contains("4 ticked"))
    browser.review(.ok)
    let ok = try (0..<9).map { try Name("row \($0 + 10_000)") }
      .filter { browser.state.list.flags[$0].contains(.ok) }
    #expect(ok.map(\.text) == ["row 10002", "row 10003", "row 10004", "row 10005"])
    browser.review(.undo)
    #expect(browser.state.list.listing?.count(of: .ok) == 0)
  }

  /// One question, one edit, one undo.
  @Test func tenThousandRowsAreOneRange() throws {
    var browser = try browser(10_500)
    browser.review(.down, count: 200)
    browser.review(.range)
    browser.review(.down, count: 9_999)
    #expect(browser.status.contains("10,000 ticked"))
    browser.review(.dead)
    #expect(browser.status.hasPrefix("decide 10,000 rows dead? [y,n]"))
    browser.type(browser.state.prompt.query + "y")
    #expect(browser.state.list.listing?.count(of: .dead) == 10_000)
    #expect(browser.state.storing.decisions.stored.map(\.what) == ["dead, 10,000 rows"])
    browser.review(.undo)
    #expect(browser.state.list.listing?.count(of: .dead) == 0)
  }

  @Test func theQuestionCountsDecidedRows() throws {
    var browser = try browser(40)
    browser.review(.dead, count: 3)
    browser.press(.firstRow)
    browser.review(.range)
    browser.review(.down, count: 29)
    browser.review(.ok)
    #expect(browser.status.hasPrefix("decide 30 rows (3 already decided) ok? [y,n]"))
    browser.type(browser.state.prompt.query + "y")
    #expect(browser.state.list.listing?.count(of: .ok) == 30)
  }

  /// Rows between the ends of a range that the user did not move over are not in it.
  @Test func aRangeExcludesArrivingAndSkippedRows() throws {
    var browser = try browser(6)
    browser.review(.range, .down)
    browser.arrive([try Name("row 10000x")])
    browser.review(.dead)
    #expect(browser.dead == ["row 10000", "row 10001"])
    // The key for the next row continues at the first open row after the end.
    browser.press(.lastRow)
    browser.review(.range, .next)
    #expect(browser.status.contains("1 ticked"))
    browser.send(.prompt(.escaped))
    browser.press(.lastRow)
    browser.review(.range, .find)
    browser.type("10002")
    browser.enter()
    browser.review(.dead)
    #expect(
      browser.state.cover.question?.text == "1 ticked, 1 of them not shown: decide 1 row dead?")
    browser.type(browser.state.prompt.query + "y")
    #expect(try browser.state.list.flags[Name("row 10005")].contains(.dead))
    #expect(try browser.state.list.flags[Name("row 10002")] == [])
  }

  @Test func escapeRemovesAllTicks() throws {
    var browser = try browser(5)
    browser.review(.tick, .range)
    browser.send(.prompt(.escaped))
    #expect(!browser.status.contains("ticked"))
    browser.review(.dead)
    #expect(browser.dead.count == 1)
  }

  @Test func rowsChangedByOthersLoseTheirTicks() throws {
    var browser = try browser(6)
    browser.review(.tick, .tick, .range, .down)
    browser.editElsewhere(.like, try Name("row 10001"), try Name("row 10003"))
    try browser.look()
    #expect(
      browser.state.notice
        == .init("2 rows have changed and are no longer ticked"))
    browser.review(.dead)
    #expect(browser.dead == ["row 10000", "row 10002"])
  }

  private func rows(
    _ numbers: Range<Int>, revisions: [Int: String] = [:]
  ) throws -> [(name: Name, revision: String?)] {
    try numbers.map { (try Name("row \($0)"), revisions[$0]) }
  }

  @Test("Ticks: a mirror unticks only the rows that it changes")
  func mirrorOfOthers() throws {
    var browser = try browser(8)
    browser.review(.tick, .tick, .down, .range, .down, .down)
    #expect(browser.status.contains("5 ticked"))
    // The first row gets a revision, the last row of the range goes, and another one arrives.
    browser.mirrorElsewhere(
      try rows(10_000..<10_005, revisions: [10_000: "b"]) + rows(10_006..<10_009))
    try browser.look()
    #expect(
      browser.state.notice?.text
        == "row 10005 was dropped by Ann; row 10000 has changed and is no longer ticked")
    #expect(browser.state.ticksSummary == "3 ticked")
    browser.review(.dead)
    #expect(browser.dead == ["row 10001", "row 10003", "row 10004"])
  }

  @Test("Review: deciding a row that a mirror has dropped meanwhile does not add it again")
  func decisionOnADroppedRow() throws {
    var browser = try browser(3)
    browser.mirrorElsewhere(try rows(10_001..<10_003))
    browser.review(.dead)
    #expect(browser.state.notice?.text.hasPrefix("row 10000 is not in list") == true)
    #expect(browser.dead == [])
    try browser.look()
    #expect(browser.names == ["row 10001", "row 10002"])
  }

  @Test("Ticks: a mirror that changes no ticked row keeps all ticks and reports nothing")
  func mirrorOfOtherRows() throws {
    var browser = try browser(8)
    browser.review(.tick, .range, .down)
    browser.mirrorElsewhere(try rows(10_000..<10_009))
    try browser.look()
    #expect(browser.status.contains("3 ticked"))
    #expect(browser.state.notice?.text.contains("ticked") != true)
    browser.review(.dead)
    #expect(browser.dead == ["row 10000", "row 10001", "row 10002"])
  }

  @Test("Ticks: a row that only moved within its source counts as unchanged")
  func mirrorInAnotherOrder() throws {
    var browser = try browser(4)
    browser.mirrorElsewhere(try rows(10_000..<10_004), keepsOrder: true)
    try browser.look()
    browser.review(.tick, .tick)
    browser.mirrorElsewhere(try rows(10_000..<10_004).reversed(), keepsOrder: true)
    try browser.look()
    #expect(browser.status.contains("2 ticked"))
  }

  @Test("Ticks: if the changed rows are unknown, all rows are unticked")
  func unknownChanges() throws {
    var browser = try browser(4)
    browser.review(.tick, .tick)
    browser.send(.following(.storeTouched))
    let look = try #require(browser.state.changesToRead)
    let mark = ListVersion(identity: "list", version: 20_000)
    browser.send(.following(.storeRead(look, .all([:], at: mark))))
    #expect(!browser.status.contains("2 ticked"))
    #expect(
      browser.state.notice
        == .init(
          "the list has changed, and targets cannot tell which rows; all ticks were removed"))
  }

  @Test func aTickedRowThatDisappearsIsNotDecided() throws {
    var browser = try browser(4)
    browser.review(.tick, .tick)
    browser.vanish(try Name("row 10000"))
    #expect(
      browser.state.notice == .init("row 10000 has changed and is no longer ticked"))
    #expect(browser.status.contains("1 ticked"))
    browser.review(.dead)
    #expect(browser.dead == ["row 10001"])
  }

  /// The answer applies to the rows that are shown during the question.
  @Test func rowsDecidedByOthersDuringTheQuestionAreLeftAlone() throws {
    var browser = try browser(40)
    browser.review(.dead, count: 30)
    browser.editElsewhere(.ok, try Name("row 10007"))
    try browser.look()
    browser.type(browser.state.prompt.query + "y")
    #expect(browser.dead.count == 29)
    #expect(browser.state.list.flags[try Name("row 10007")].contains(.ok))
  }

  private static let keysOfTicks: [(ReviewCommand, String)] = [
    (.dead, "decide 3 rows dead?"), (.ok, "decide 3 rows ok?"), (.like, "like 3 rows?"),
    (.reopen, "reopen 3 rows?"), (.snooze, "snooze 3 rows?"),
  ]

  /// Three ticked rows, only the first of which is shown.
  private func browserWithHiddenTicks() throws -> BrowserDriver {
    var browser = try browser(5)
    browser.review(.tick, .tick, .tick, .find)
    browser.type("10000")
    browser.enter()
    #expect(browser.names == ["row 10000"])
    return browser
  }

  @Test(arguments: keysOfTicks)
  func hiddenTickedRowsNeedAnAnswer(key: ReviewCommand, asked: String) throws {
    for isYes in [false, true] {
      var browser = try browserWithHiddenTicks()
      #expect(browser.status.contains("3 ticked, 2 not shown"))
      browser.review(key)
      if key == .snooze { browser.enter(":snooze 30d") }
      #expect(browser.steps == [])
      #expect(browser.state.cover.question?.text == "3 ticked, 2 of them not shown: \(asked)")
      browser.type(browser.state.prompt.query + (isYes ? "y" : "n"))
      #expect(browser.steps.count == (isYes && key != .reopen ? 1 : 0))
      #expect(browser.steps.allSatisfy { $0.hasSuffix("3 rows") })
    }
  }

  @Test func tickedRowsThatNoFilterShowsNeedAnAnswer() throws {
    var browser = try browser(5)
    browser.enter(":dead row 10004")
    browser.review(.tick, .tick)
    browser.enter(":show dead")
    #expect(browser.names == ["row 10004"])
    #expect(browser.status.contains("2 ticked, 2 not shown"))
    browser.review(.ok)
    #expect(
      browser.state.cover.question?.text == "2 ticked, 2 of them not shown: decide 2 rows ok?")
    browser.type("n")
    browser.enter(":show all")
    #expect(browser.status.contains("2 ticked") && !browser.status.contains("not shown"))
    browser.review(.ok)
    #expect(browser.state.list.listing?.count(of: .ok) == 2)
  }

  /// The start of the range may no longer be listed after this.
  @Test func aRangeEndsWhenAFilterIsChosen() throws {
    var browser = try browser(5)
    browser.enter(":dead row 10002")
    browser.review(.range, .down)
    browser.press(.cycleShow, .cycleShow, .cycleShow)
    #expect(browser.names == ["row 10002"])
    #expect(browser.status.contains("2 ticked, 2 not shown"))
  }

  @Test func reopenRemovesADecisionOfAnyKind() throws {
    var browser = try browser(3)
    browser.review(.dead, .ok)
    browser.press(.firstRow)
    browser.review(.reopen)
    #expect(browser.dead == [])
    #expect(browser.state.view.selection?.text == "row 10000")
    browser.review(.reopen)
    #expect(browser.state.notice == .init("row 10000 has no decision"))
    // Every verdict can be given to every row.
    browser.review(.down, .dead)
    #expect(browser.dead == ["row 10001"])
  }

  @Test(arguments: [(24, 80), (12, 40), (50, 200)], [false, true])
  func theCursorIsOnTheSelectedRow(size: (rows: Int, columns: Int), isReversed: Bool) throws {
    var browser = try BrowserDriver(
      (0..<300).map { "row \($0 + 100)" }, rows: size.rows, columns: size.columns
    ) { $0.isReversed = isReversed }
    browser.press(.review)
    for count in [1, 5, 40] {
      browser.review(.down, count: count)
      let cursor = try #require(browser.frame().cursor)
      let line = browser.screen()[cursor.row]
      let name = try #require(browser.state.view.selection?.text)
      #expect(line.dropFirst(cursor.column).hasPrefix(name), "\(line)")
    }
    // While text is typed, the cursor is at the text.
    browser.review(.find)
    #expect(browser.frame().cursor?.row == (isReversed ? 0 : size.rows - 1))
  }
}
