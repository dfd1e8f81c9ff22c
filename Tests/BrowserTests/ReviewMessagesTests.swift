import ListModel
import NameSearch
import TerminalText
import Testing

@testable import Browser

/// The messages of review mode about remaining rows, questions, and changed rows.
struct ReviewMessagesTests {
  private let names = ["Ada", "Bob", "Cyd"]

  private func browser(
    columns: Int = 100, _ change: (inout Browser.Settings) -> Void = { _ in }
  ) throws -> BrowserDriver {
    var browser = try BrowserDriver(names, columns: columns) {
      $0.countsProgress = true
      change(&$0)
    }
    browser.enter(":dead Bob")
    return browser
  }

  // MARK: What is open

  private static let none = "no open row matches: 1 of 3 decided; q to quit"

  @Test func noMatchIsNotReportedAsNoOpenRow() throws {
    var browser = try browser()
    browser.enter(":review zzz")
    #expect(browser.state.notice?.text == Self.none)
    browser.review(.find)
    browser.type("yyy")
    browser.enter()
    #expect(browser.state.notice?.text == Self.none)
    browser.review(.next)
    #expect(browser.state.notice?.text == Self.none)
    browser.review(.find)
    browser.type("bo")
    browser.enter()
    #expect(browser.state.notice?.text == Self.none)
  }

  @Test func aFilterIsNotReportedAsNoOpenRow() throws {
    var browser = try browser()
    browser.enter(":show dead")
    browser.press(.review)
    #expect(browser.state.notice?.text == Self.none)
    browser.enter(":show all")
    browser.review(.next)
    #expect(browser.state.view.selection?.text == "Cyd")
  }

  @Test func noOpenRowIsReportedOnlyIfThereIsNone() throws {
    var browser = try browser()
    browser.enter(":dead Ada")
    browser.enter(":ok Cyd")
    for query in ["", "zzz"] {
      browser.enter(":review \(query)")
      #expect(browser.state.notice?.text == "no open rows: 3 of 3 decided; q to quit")
    }
  }

  @Test func aPartIsFinishedEvenIfOtherPartsAreNot() throws {
    let names = (0..<40).map { "name \($0)" }
    var browser = try BrowserDriver(names, columns: 100) { $0.part = Part("1/3") }
    browser.enter(":review zzz")
    #expect(browser.state.notice?.text.hasPrefix("no open row matches: 0 of ") == true)
    browser.send(.prompt(.escaped))
    browser.enter(":review name")
    browser.enter(":dead all")
    if browser.state.cover.question != nil { browser.type(browser.state.prompt.query + "y") }
    browser.review(.next)
    #expect(browser.state.notice?.text.hasPrefix("no open rows: ") == true)
    #expect(browser.state.list.listing?.rowCounts.open ?? 0 > 0)
  }

  // MARK: What is asked for

  private static let time = "30d, 12h, 2w, 3m or a date; C-c to cancel"

  @Test(arguments: [false, true])
  func theQuestionForATimeShowsItsFormat(isInReview: Bool) throws {
    var browser = try browser()
    browser.press(.nextRow)
    if isInReview {
      browser.press(.review)
      browser.review(.snooze)
    } else {
      browser.press(.snooze)
    }
    for text in [":snooze ", ":snooze s", ":snooze soon"] {
      browser.type(text)
      #expect(browser.status.hasPrefix(Self.time), "\(text)")
    }
    let wrong = [
      ("soon", "snooze takes a time such as 12h, 30d, 2w, 3m or 2026-12-01"),
      ("2020-01-01", "2020-01-01 is in the past"),
    ]
    for (time, message) in wrong {
      browser.enter(":snooze \(time)")
      // More can follow the message.
      browser.type(":snooze \(time)")
      #expect(browser.status.hasPrefix(message))
      browser.type(":snooze ")
      #expect(browser.status.hasPrefix(Self.time))
    }
    #expect(browser.steps == ["dead, Bob"])
    browser.enter(":snooze 2w")
    browser.type("")
    #expect(browser.steps.last?.hasPrefix("snoozed") == true)
    #expect(!browser.status.contains("C-c to cancel"))
  }

  @Test(arguments: [false, true])
  func theQuestionForANoteShowsItsKeys(isInReview: Bool) throws {
    var browser = try browser()
    browser.press(.nextRow)
    if isInReview {
      browser.press(.review)
      browser.review(.note)
    } else {
      browser.press(.note)
    }
    for text in [":note ", ":note w", ":note why"] {
      browser.type(text)
      #expect(browser.status.hasPrefix("Enter to store the note, C-c to cancel"))
    }
    browser.send(.prompt(.escaped))
    browser.type("")
    #expect(!browser.status.contains("C-c to cancel"))
    #expect(browser.steps == ["dead, Bob"])
  }

  // MARK: Changed rows

  private let revision = "1234567890abcdef1234567890abcdef"

  /// A review in which Ada is a changed row.
  private func browserOfChanged(
    columns: Int, _ change: (inout Browser.Settings) -> Void = { _ in }
  ) throws -> BrowserDriver {
    var browser = try BrowserDriver(names, columns: columns, change)
    browser.press(.review)
    let ada = try Name("Ada")
    var mark = browser.state.following.mark
    mark.version += 1
    browser.send(.following(.storeTouched))
    let look = try #require(browser.state.changesToRead)
    browser.send(.following(.storeRead(look, .changes([(ada, .changed)], upTo: mark))))
    var remark = Remark(decidedAt: Moment("2026-11-26"), decidedBy: "root")
    (remark.verdict, remark.about) = (.dead, revision)
    browser.send(
      .facts(
        .remarksRead(.init(names: [ada], revision: browser.state.facts.revision), [ada: remark])))
    return browser
  }

  @Test func aChangedRowShowsItsRevisionIfThereIsNoRoomForTheAuthor() throws {
    let row = "~  Ada  dead on 26 Nov, when it was 1234567890ab…"
    #expect(try browserOfChanged(columns: 60).screen()[0].contains(row))
    #expect(try browserOfChanged(columns: 80).screen()[0].contains(row + ", by root"))
    let plain = try browserOfChanged(columns: 80) { $0.glyphs = .ascii }.screen()[0]
    #expect(plain.contains("when it was 1234567890ab..., by root"))
  }

  @Test(arguments: [24, 40, 60, 80, 120])
  func theKeyToConfirmIsShownOnAChangedRow(columns: Int) throws {
    var browser = try browserOfChanged(columns: columns)
    let line = try #require(browser.screen().last)
    #expect(line.contains("= as before") == (columns > 24))
    #expect(line.count <= columns && line.hasSuffix("? help  q quit"))
    browser.review(.down)
    #expect(browser.screen().last?.contains("= as before") == false)
  }

  @Test func onlyTheSignOfADeadRowIsRed() throws {
    var browser = try browserOfChanged(columns: 80)
    browser.enter(":dead Bob")
    browser.enter(":snooze 30d Cyd")
    browser.press(.jump)
    browser.send(.prompt(.titleChosen(nil)))
    browser.review(.leave)
    browser.send(.prompt(.escaped))
    let signs = browser.frame().lines.prefix(3).compactMap { line in
      line.body.runs.first { ["~", "†", "z"].contains($0.text.text) }
    }
    #expect(signs.map(\.text.text) == ["~", "†", "z"])
    #expect(Set(signs.map(\.style)).count == 3)
    #expect(signs.map { $0.style.foreground == .red } == [false, true, false])
  }
}
