import ListModel
import NameSearch
import TerminalText
import Testing

@testable import Browser

/// Numbers before the keys of review mode, and the questions about many rows.
struct ReviewCountTests {
  private func browser() throws -> BrowserDriver {
    var browser = try BrowserDriver((10..<60).map { "row \($0)" }, columns: 100)
    browser.press(.review)
    return browser
  }

  /// Only what was open before was certainly decided today; the store knows about the rest.
  @Test(
    arguments: [
      ([], .dead, 1, true), (nil, .ok, 1, true), (.snoozed, .dead, 1, true),
      (.dropped, .dead, 0, false), (.ok, .dead, 0, false), (.dead, [], 0, false),
      (.dead, .dropped, 0, false), (.dead, [.dead, .liked], 0, true), (.dropped, [], 0, true),
    ] as [(Flags?, Flags, Int, Bool)])
  func decisionsOfTodayAreCounted(
    before: Flags?, after: Flags, count: Int, isCurrent: Bool
  ) throws {
    var today = Browser.DecidedToday()
    today.isCurrent = true
    today.add([.init(name: try Name("a"), before: before, after: after)])
    #expect((today.count, today.isCurrent) == (count, isCurrent))
  }

  private func decided(_ browser: BrowserDriver) -> Int {
    let listing = browser.state.list.listing
    return [Flags.dead, .ok, .snoozed].reduce(0) { $0 + (listing?.count(of: $1) ?? 0) }
  }

  private static let questions: [(ReviewCommand, String)] = [
    (.dead, "decide # rows dead?"), (.ok, "decide # rows ok?"),
    (.snooze, "snooze # rows?"), (.again, "decide # rows dead?"),
  ]

  /// Presses a number and a key, after a first decision that `.` can repeat.
  private func give(_ key: ReviewCommand, _ count: Int, to browser: inout BrowserDriver) {
    if key == .again { browser.review(.dead) }
    browser.review(key, count: count)
    if key == .snooze { browser.enter(":snooze 30d") }
  }

  @Test("Review: up to 20 rows are decided at once", arguments: [1, 2, 19, 20], questions)
  func few(count: Int, of: (key: ReviewCommand, String)) throws {
    var browser = try browser()
    give(of.key, count, to: &browser)
    #expect(browser.state.cover.question == nil)
    #expect(decided(browser) == count + (of.key == .again ? 1 : 0))
  }

  @Test("Review: more rows are asked about, and y decides them", arguments: [21, 49], questions)
  func many(count: Int, of: (key: ReviewCommand, text: String)) throws {
    var browser = try browser()
    give(of.key, count, to: &browser)
    let before = of.key == .again ? 1 : 0
    #expect(browser.state.cover.question?.text == of.text.replacing("#", with: "\(count)"))
    #expect(decided(browser) == before)
    browser.type("y")
    #expect(decided(browser) == before + count)
    #expect(browser.state.takesPlainKeys)
    browser.review(.undo)
    #expect(decided(browser) == before)
  }

  @Test("Review: n with a count moves by at most the open rows", arguments: [1, 2, 3, 4, 9])
  func next(count: Int) throws {
    var browser = try BrowserDriver(["a", "b", "c", "d"], columns: 100)
    browser.press(.review)
    browser.press(.nextRow)
    browser.review(.ok)
    browser.press(.previousRow)
    #expect(browser.state.view.selection == (try Name("b")))
    browser.review(.next, count: count)
    let opens = ["c", "d", "a"]
    #expect(browser.state.view.selection == (try Name(opens[min(count, 3) - 1])))
  }

  @Test("Review: with a count above the number of open rows, the question is about the open rows")
  func all() throws {
    var browser = try browser()
    browser.review(.dead, count: 1_000_000)
    #expect(browser.state.cover.question?.text == "decide 50 rows dead?")
  }

  private static let refusals: [Browser.Event] = [
    .prompt(.escaped), .prompt(.interrupted(line: "")), .prompt(.submitted("")),
    .prompt(.lineEdited("n")), .prompt(.lineEdited("yd")),
    .prompt(.lineEdited("Y")), .prompt(.reviewKeyPressed(.dead)),
    .prompt(.reviewKeyPressed(.leave)),
    .prompt(.commandGiven(.dead, line: "")), .prompt(.commandGiven(.undo, line: "")),
    .prompt(.commandGiven(.abort, line: "")), .prompt(.clicked(row: 1, column: 4)),
  ]

  @Test("Review: any answer but y changes nothing", arguments: refusals.indices)
  func no(place: Int) throws {
    var browser = try browser()
    browser.review(.dead, count: 30)
    browser.send(Self.refusals[place])
    #expect(browser.state.cover.question == nil)
    #expect(browser.state.notice == .init("nothing was changed"))
    #expect(browser.state.prompt.query == "")
    #expect(browser.state.takesPlainKeys)
    #expect(browser.steps == [])
    #expect(!browser.state.isLeaving)
  }

  @Test("Review: a row that someone else decides during the question is skipped")
  func decidedMeanwhile() throws {
    var browser = try browser()
    browser.review(.dead, count: 30)
    browser.editElsewhere(.ok, try Name("row 20"))
    try browser.look()
    browser.type("y")
    #expect(try browser.state.list.flags[Name("row 20")] == .ok)
    #expect(browser.state.list.listing?.count(of: .dead) == 29)
  }

  @Test("Review: a count applies to one key only", arguments: ReviewCommand.allCases)
  func countEnds(key: ReviewCommand) throws {
    for end in [
      Browser.Event.prompt(.escaped), .view(.resized(ScreenSize(columns: 100, rows: 24))),
    ] {
      var browser = try browser()
      browser.review(key, count: 12)
      browser.send(end)
      // Ticked rows stay ticked until Esc.
      if key == .tick { browser.send(.prompt(.escaped)) }
      let before = decided(browser)
      browser.press(.firstRow)
      browser.press(.dead)
      #expect(decided(browser) - before <= 1, "\(key)")
    }
  }

  @Test("Review: a like of many rows also asks first")
  func likes() throws {
    var browser = try browser()
    browser.review(.like, count: 20)
    #expect(browser.state.list.listing?.count(of: .liked) == 20)
    browser.review(.next, count: 20)
    browser.review(.like, count: 21)
    #expect(browser.state.cover.question?.text == "like 21 rows?")
    browser.type("y")
    #expect(browser.state.list.listing?.count(of: .liked) == 41)
  }

  @Test("Review: a number being typed is shown before the keys", arguments: [24, 40, 80])
  func shown(columns: Int) throws {
    var browser = try BrowserDriver(["Ada"], columns: columns)
    browser.press(.review)
    let line = EditorLine(prompt: "(arg: 12) ", argument: 12)
    let shown = Screen(of: browser.state, line: line).frame.lines[23].body.plainText
    #expect(shown.hasPrefix("12…  d dead"))
    #expect(shown.count <= columns)
  }
}

/// The answers of review mode without a screen.
struct PlainReviewAnswerTests {
  private func browser() throws -> BrowserDriver {
    try BrowserDriver((10..<60).map { "row \($0)" }) {
      $0.isPlain = true
      $0.reviews = true
    }
  }

  private static let time = "snooze for 12h, 30d, 2w, 3m, or until a date: "

  @Test(
    "Plain review: a number is not an answer",
    arguments: ["30d", "1d", "0d", "12 s", "2l", "3u", "5n", "99999999999999999999d", "7", "-1d"])
  func noCounts(answer: String) throws {
    var browser = try browser()
    browser.enter(answer)
    #expect(
      browser.state.notice
        == .init("“\(answer.prefix(20))” is not an answer; ? for help", isError: true))
    #expect(browser.steps == [])
    #expect(browser.state.view.selection?.text == "row 10")
  }

  @Test("Plain review: z asks for the time", arguments: ["30d", "12h", "2w", "3m", "2999-01-01"])
  func timeIsAskedFor(time: String) throws {
    for answers in [["z \(time)"], ["z", time], ["z", "banana", time], ["z", "d", time]] {
      var browser = try browser()
      for answer in answers {
        browser.enter(answer)
        if answer != answers.last { #expect(browser.state.promptText == Self.time) }
      }
      #expect(browser.steps == ["snoozed, row 10"])
      #expect(browser.state.view.selection?.text == "row 11")
      #expect(
        browser.state.promptText == browser.state.settings.plainReviewPrompt(isChanged: false))
    }
  }

  @Test(
    "Plain review: a wrong time changes nothing and is asked for again",
    arguments: ["d", "s", "banana", "all 30d", "row 12 30d", "2000-01-01", "0d"])
  func wrongTime(answer: String) throws {
    var browser = try browser()
    browser.enter("z")
    browser.enter(answer)
    #expect(browser.state.notice?.isError == true)
    #expect(browser.steps == [])
    #expect(browser.state.promptText == Self.time)
  }

  @Test("Plain review: m asks for the note", arguments: ["d", "30d", "q"])
  func noteIsAskedFor(note: String) throws {
    var browser = try browser()
    browser.enter("m")
    #expect(browser.state.promptText == "note: ")
    browser.enter(note)
    #expect(browser.steps == ["noted, row 10"])
    #expect(browser.state.review != nil)
  }

  @Test("Plain review: an empty line and Ctrl-C cancel what is asked", arguments: ["z", "m"])
  func cancelled(key: String) throws {
    for end in [
      Browser.Event.prompt(.submitted("")), .prompt(.interrupted(line: "")), .prompt(.escaped),
    ] {
      var browser = try browser()
      browser.enter(key)
      browser.send(end)
      #expect(browser.state.notice == .init("nothing was changed"))
      #expect(
        browser.state.promptText == browser.state.settings.plainReviewPrompt(isChanged: false))
      #expect(!browser.state.isLeaving)
      #expect(browser.steps == [])
    }
  }

  @Test("Plain review: u undoes the decisions and notes of this session only")
  func undo() throws {
    var browser = try browser()
    browser.editElsewhere(.dead, try Name("row 59"))
    for answer in ["d", "m old", "u", "u", "u"] { browser.enter(answer) }
    #expect(browser.steps == ["dead, row 59"])
    #expect(browser.state.notice?.text == "no more decisions or notes of this session to undo")
  }

  @Test("Plain mode: a row's number alone prints the row's name and a command to type")
  func numberAlone() throws {
    var browser = try BrowserDriver(["Ada", "#1"]) { $0.isPlain = true }
    browser.enter("#1")
    #expect(browser.state.list.printed?.count == 1)
    browser.enter("")
    for (line, text, isError) in [
      ("#2", "#2 is Ada; type a command, as in :dead #2", false), ("#3", "no row #3", true),
    ] {
      browser.enter(line)
      #expect(browser.state.notice == .init(text, isError: isError))
    }
  }

  @Test("Plain mode: M-v prints the name of the next filter and its rows")
  func nextFilter() throws {
    var browser = try BrowserDriver(["Ada", "Bob"]) { $0.isPlain = true }
    browser.enter(":dead Ada")
    browser.answersSearches = false
    browser.press(.cycleShow)
    #expect(!browser.orders.contains { $0.contains("open only") })
    browser.answersSearches = true
    browser.answerSearch()
    #expect(browser.state.list.show == Show(words: "open"))
    #expect(browser.state.list.printed?.count == 1)
    #expect(browser.orders.contains { $0.contains("open only") }, "\(browser.orders)")
  }

  @Test("Plain mode: a question replaces the prompt", arguments: ["y", "yes", "n", "", "all", "Y"])
  func question(answer: String) throws {
    var browser = try BrowserDriver((10..<60).map { "row \($0)" }) { $0.isPlain = true }
    browser.enter("row")
    browser.enter(":dead all")
    #expect(browser.state.promptText == "decide 50 rows dead? [y,n] ")
    browser.type(answer)
    browser.enter(answer)
    #expect(browser.state.cover.question == nil)
    let isYes = ["y", "yes", "Y"].contains(answer)
    #expect(browser.steps == (isYes ? ["dead, 50 rows"] : []))
  }
}
