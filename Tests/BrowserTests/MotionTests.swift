import NameSearch
import TerminalText
import Testing

@testable import Browser

/// Frames over time, with a clock of the test.
struct MotionTests {
  private let names = ["Ada", "Alan", "Bo", "Cy", "Dee"]

  /// A screen that is viewed from time to time.
  private struct Watch {
    var browser: BrowserDriver
    var presenter = Presenter()
    private var now = ContinuousClock.now

    init(_ browser: BrowserDriver) {
      self.browser = browser
      _ = look()
    }

    /// The frame this many milliseconds later.
    mutating func frame(after milliseconds: Int = 0, isBehind: Bool = false) -> Frame {
      now += .milliseconds(milliseconds)
      return presenter.frame(of: browser.state, line: line, at: now, isBehind: isBehind)
    }

    /// The look of names: struck `-`, struck and dim `=`, dim `~`, bold `*`, selected `>`.
    mutating func look(after milliseconds: Int = 0, isBehind: Bool = false) -> [String] {
      frame(after: milliseconds, isBehind: isBehind).lines.dropLast(3).compactMap { line in
        let text = line.body.dropping(columns: 2 + RowPainter.markColumns)
        guard let style = text.runs.first?.style else { return nil }
        let sign =
          style.isReversed
          ? ">"
          : style.isStruck
            ? style.isDim ? "=" : style.isBold ? "*-" : "-"
            : style.isDim ? "~" : style.isBold ? "*" : ""
        return sign + text.plainText.prefix { $0 != " " }
      }
    }

    /// The titles in the margin.
    mutating func titles() -> String {
      String(frame().lines.dropLast(3).compactMap(\.body.plainText.first))
    }

    /// When the next frame is due, in milliseconds from now.
    var due: Int? {
      presenter.nextFrame.map { Int((($0 - now) / .milliseconds(1)).rounded()) }
    }

    var line: EditorLine {
      EditorLine(prompt: "targets> ", beforeCursor: browser.state.prompt.query)
    }

    /// The frame after all animation.
    var goal: Frame { Screen(of: browser.state, line: line).frame }
  }

  private func watch(_ names: [String]? = nil, rows: Int = 24) throws -> Watch {
    Watch(try BrowserDriver(names ?? self.names, rows: rows))
  }

  @Test func theFirstRowsAreNotAnimated() throws {
    var watch = Watch(try BrowserDriver(names))
    #expect(watch.look() == ["Ada", "Alan", "Bo", "Cy", "Dee"])
    #expect(watch.titles() == "A BCD")
    #expect(watch.due == nil)
  }

  @Test func deletedRowsAreDimAndThenDisappear() throws {
    var watch = try watch()
    watch.browser.type("c")
    #expect(watch.look() == ["~Ada", "~Alan", "~Bo", "Cy", "~Dee"])
    // A deleted row belongs to no section; and a struck row would be dead, and this one is not.
    #expect(watch.titles() == "   C ")
    #expect(watch.due == 80)
    #expect(watch.look(after: 79) == ["~Ada", "~Alan", "~Bo", "Cy", "~Dee"])
    #expect(watch.look(after: 1) == ["Cy"])
    #expect(watch.due == nil)
    #expect(watch.frame() == watch.goal)
  }

  @Test func insertedRowsAreDimAtFirst() throws {
    var watch = try watch()
    watch.browser.type("bo")
    _ = watch.look(after: 1000)
    _ = watch.look(after: 1000)
    watch.browser.type("")
    #expect(watch.look() == ["~Ada", "~Alan", "Bo", "~Cy", "~Dee"])
    #expect(watch.due == 160)
    #expect(watch.look(after: 159)[0] == "~Ada")
    #expect(watch.frame(after: 1) == watch.goal)
    #expect(watch.due == nil)
  }

  @Test func aRowThatChangesIsMarked() throws {
    var watch = try watch()
    watch.browser.enter(":dead Bo")
    #expect(watch.look()[2] == "*-Bo")
    #expect(watch.look(after: 160)[2] == "=Bo")
    #expect(watch.due == nil)
  }

  @Test func aFollowingChangeIsMergedWithoutDelay() throws {
    var watch = try watch(["Ab", "Abc", "Abcd", "B", "C"])
    watch.browser.type("a")
    #expect(watch.look() == ["Ab", "Abc", "Abcd", "~B", "~C"])
    watch.browser.type("abc")
    #expect(watch.look(after: 50) == ["~Ab", "Abc", "Abcd", "~B", "~C"])
    #expect(watch.look(after: 30) == ["~Ab", "Abc", "Abcd"])
    watch.browser.type("a")  // a row that is disappearing comes back
    #expect(watch.look(after: 5) == ["~Ab", "Abc", "Abcd"])
    #expect(watch.frame(after: 160) == watch.goal)
    #expect(watch.due == nil)
  }

  @Test func scrollingIsNotAnimated() throws {
    var watch = try watch(rows: 7)
    for command in [Command.lastRow, .firstRow, .nextPage, .nextSection] {
      watch.browser.press(command)
      #expect(watch.frame() == watch.goal)
      #expect(watch.due == nil)
    }
  }

  @Test func rowsThatScrollIntoViewAreNotDim() throws {
    var watch = try watch(["Aa", "Ab", "Ac", "Ad", "Ae"], rows: 6)
    #expect(watch.look() == ["Aa", "Ab", "Ac"])
    watch.browser.enter(":drop Aa")
    #expect(watch.look() == ["~Aa", "Ab", "Ac"])
    #expect(watch.look(after: 80) == ["Ab", "Ac", "Ad"])
    #expect(watch.due == nil)
  }

  @Test func theSelectedRowIsNotPushedOutOfView() throws {
    var watch = try watch(["Aa", "Ab", "Ac", "Ad", "Ae"], rows: 6)
    watch.browser.press(.nextRow, .nextRow, .nextRow, .nextRow)
    #expect(watch.look() == ["Ab", "Ac", ">Ad"])
    watch.browser.enter(":show alive")
    _ = watch.look(after: 1000)
    watch.browser.enter(":dead Ab")
    watch.browser.enter(":dead Ac")
    #expect(watch.look().contains(">Ad"))
  }

  @Test func moreChangesThanAScreenAreNotAnimated() throws {
    var watch = try watch((10..<30).flatMap { ["a\($0)", "b\($0)"] }, rows: 12)
    watch.browser.type("a")
    _ = watch.look(after: 1000)
    _ = watch.look(after: 1000)
    watch.browser.type("b")
    #expect(watch.frame() == watch.goal)
    #expect(watch.due == nil)
  }

  @Test(arguments: ["size", "help", "behind", "off", "loading"])
  func otherChangesThanOfRowsAreNotAnimated(reason: String) throws {
    var watch = Watch(try BrowserDriver(names) { $0.isAnimated = reason != "off" })
    watch.browser.type("a")
    switch reason {
    case "size": watch.browser.send(.view(.resized(.init(columns: 50, rows: 20))))
    case "help": watch.browser.press(.help)
    case "loading": watch.browser.enter(":reload")
    default: break
    }
    _ = watch.look(isBehind: reason == "behind")
    #expect(watch.due == nil)
    #expect(reason == "loading" || watch.frame(isBehind: reason == "behind") == watch.goal)
  }

  @Test func aSlowTerminalEndsTheAnimation() throws {
    var watch = try watch()
    watch.browser.type("a")
    #expect(watch.look().contains("~Bo"))
    #expect(watch.frame(after: 40, isBehind: true) == watch.goal)
    #expect(watch.due == nil)
  }

  @Test func theSpinnerTurnsOnlyWhenSomethingArrives() throws {
    var watch = try watch()
    watch.browser.enter(":reload")
    var lines: [String] = []
    for (count, pause) in [(1_000, 0), (0, 500), (1_000, 500), (1_000, 1_000)] {
      watch.browser.send(.intake(.pageRead(.of(count: count))))
      let frame = watch.frame(after: pause)
      lines.append(frame.lines[frame.lines.count - 2].body.plainText)
      #expect(watch.due == nil)
    }
    #expect(
      lines == [
        "5 of 5 · ⠙ loading 1.0k…", "5 of 5 · ⠙ loading 1.0k…", "5 of 5 · ⠹ loading 2.0k…, 1.0k/s",
        "5 of 5 · ⠸ loading 3.0k…, 1.0k/s",
      ])
  }

  @Test func swappedRowsAreMarked() throws {
    let browser = try BrowserDriver(names)
    let listing = try #require(browser.state.list.listing)
    let rows = Screen(of: browser.state, line: EditorLine()).rowsInView
    var turned = rows
    turned.swapAt(1, 2)
    var motion = Motion()
    let now = ContinuousClock.now
    motion.add(from: rows, to: turned, of: (listing, listing), limit: 20, at: now)
    func marked(after milliseconds: Int) -> [ScreenRow.ID] {
      motion.frame(of: turned, height: 20, keeping: nil, at: now + .milliseconds(milliseconds))
        .filter { $0.lines[0].runs.contains { $0.style.isUnderlined } }.map(\.id)
    }
    #expect(marked(after: 0).count == 1)
    #expect(marked(after: 160) == [])
  }
}
