import ListModel
import NameSearch
import TestSupport
import Testing

@testable import Browser

struct SeveralPicksTests {
  private func picker(
    _ names: [String] = ["Ada", "Bo", "Cy", "Di"], most: Int = .max, isPlain: Bool = false
  ) throws -> BrowserDriver {
    try BrowserDriver(names) {
      $0.purpose = .picking
      $0.mostPicks = most
      $0.isPlain = isPlain
    }
  }

  @Test func rowsAreInPickingOrder() throws {
    var browser = try picker()
    browser.press(.nextRow, .nextRow, .pickPrevious, .pickPrevious)
    browser.enter()
    #expect(browser.orders == ["leave picked(Cy, Bo)"])
  }

  @Test func pickingAgainUnpicks() throws {
    var browser = try picker()
    browser.press(.pickNext, .pickNext, .pickPrevious, .pickPrevious)
    #expect(browser.state.picking.picks.names.map(\.text) == ["Ada", "Cy"])
    #expect(browser.state.selected?.name.text == "Ada")
  }

  @Test func aNumberPicksThatManyRows() throws {
    var browser = try picker()
    browser.press(.pickNext, times: 3)
    #expect(browser.state.picking.picks.names.map(\.text) == ["Ada", "Bo", "Cy"])
    browser.press(.pickNext, times: -2)
    #expect(browser.state.picking.picks.names.map(\.text) == ["Ada", "Bo", "Di"])
    #expect(browser.state.selected?.name.text == "Bo")
  }

  @Test func withNothingPickedEnterTakesTheSelectedRow() throws {
    var browser = try picker()
    browser.press(.nextRow)
    browser.enter()
    #expect(browser.orders == ["leave picked(Bo)"])
  }

  @Test func pickedRowsStayPickedWhenTheyDoNotMatch() throws {
    var browser = try picker()
    browser.press(.pickNext)
    browser.type("zzz")
    browser.enter()
    #expect(browser.orders == ["leave picked(Ada)"])
  }

  @Test(arguments: [
    (1, ["Ada"], "at most 1 row can be picked"),
    (2, ["Ada", "Bo"], "at most 2 rows can be picked"),
  ])
  func noMoreRowsThanAllowedArePicked(most: Int, picked: [String], reason: String) throws {
    var browser = try picker(most: most)
    browser.press(.pickNext, .pickNext, .pickNext)
    #expect(browser.state.picking.picks.names.map(\.text) == picked)
    #expect(browser.state.notice?.text.hasPrefix(reason) == true)
    #expect(browser.state.selected?.name.text == (most == 1 ? "Bo" : "Cy"), "the selection stays")
    browser.press(.previousRow, .pickNext)
    #expect(browser.state.picking.picks.names.map(\.text) == Array(picked.dropLast()))
  }

  @Test func pickedRowsHaveASignAndAreCounted() throws {
    var browser = try picker(most: 3)
    browser.press(.pickNext, .pickNext)
    let screen = browser.screen()
    #expect(screen.contains { $0.hasPrefix("A  ●   Ada") })
    #expect(screen.contains { $0.hasPrefix("B  ●   Bo") })
    #expect(screen.contains { $0.hasPrefix("C ▸    Cy") })
    #expect(screen.contains("4 of 4 · 2 of 3 picked"))
    var unlimited = try picker()
    #expect(unlimited.screen().contains("4 of 4"))
    unlimited.press(.pickNext)
    #expect(unlimited.screen().contains("4 of 4 · 1 picked"))
  }

  @Test func commandsPickRows() throws {
    var browser = try picker()
    browser.enter(":pick Cy")
    browser.enter(":pick #1")
    #expect(browser.state.picking.picks.names.map(\.text) == ["Cy", "Ada"])
    browser.enter(":unpick Cy")
    browser.enter(":pick all")
    #expect(browser.state.picking.picks.names.map(\.text) == ["Ada", "Bo", "Cy", "Di"])
    browser.enter(":unpick section")
    #expect(browser.state.picking.picks.names.map(\.text) == ["Bo", "Cy", "Di"])
    browser.enter(":pick Zoe")
    #expect(browser.state.notice?.text == "no row named Zoe")
  }

  /// As in an edit, a shared name means none of its rows.
  @Test(arguments: [nil, 3])
  func aCommandWithASharedNamePicksNone(most: Int?) throws {
    let names = try ["7", "9"].map { try Name("Ada").known(by: $0, in: "source") }
    var browser = try BrowserDriver {
      $0.purpose = .picking
      $0.mostPicks = most
    }
    browser.arrive(names + [try Name("Bo")])
    for word in most == nil ? ["pick"] : ["pick", "unpick"] {
      browser.enter(":\(word) Ada")
      #expect(
        browser.state.notice
          == .init(
            "2 rows are named “Ada”; nothing was changed; use --id 7, --id 9", isError: true))
      #expect(browser.state.prompt.line == ":\(word) Ada")
    }
    #expect(browser.state.picking.picks.names.isEmpty)
    #expect(!browser.orders.contains { $0.hasPrefix("leave") })
    browser.enter(":pick --id 9")
    if most == nil {
      #expect(browser.orders.last == "leave picked(Ada)")
    } else {
      #expect(browser.state.picking.picks.names == [names[1]])
    }
  }

  @Test func equalLinesCanOnlyBeSelected() throws {
    let shared = SharedText("a", isID: false, of: try ["a", "a"].map { try Name($0) })
    #expect(
      shared.refusalOfLine == "2 rows are named “a”; nothing was changed; select one of them")
  }

  @Test func aDroppedRowIsUnpicked() throws {
    var browser = try picker()
    browser.press(.pickNext, .pickNext)
    browser.vanish(try Name("Ada"))
    #expect(browser.state.picking.picks.names.map(\.text) == ["Bo"])
  }

  @Test func outsideAPickerNothingIsPicked() throws {
    var browser = try BrowserDriver(["Ada"])
    browser.press(.pickNext)
    #expect(browser.state.notice?.isError == true)
    browser.enter(":pick Ada")
    #expect(browser.state.picking.picks.names.isEmpty)
    #expect(!browser.orders.contains { $0.hasPrefix("leave") })
  }

  @Test func aCommandEndsAPickerOfOneRow() throws {
    var browser = try BrowserDriver(["Ada", "Bo"]) { $0.purpose = .picking }
    browser.enter(":pick Bo")
    #expect(browser.orders.last == "leave picked(Bo)")
  }

  // MARK: Plain mode

  @Test func inPlainModeANumberPicksAPrintedRow() throws {
    var browser = try picker(isPlain: true)
    browser.enter("")
    #expect(browser.orders.contains { $0.hasPrefix("print A|  1    Ada|") })
    browser.enter("3")
    #expect(browser.state.notice?.text == "Cy picked; 1 in all")
    browser.enter("1")
    browser.enter("3")
    #expect(browser.state.notice?.text == "Cy unpicked; 1 in all")
    browser.enter("")
    #expect(browser.orders.last == "leave picked(Ada)")
  }

  @Test(arguments: [
    (Int?.none, "picks a row, and Enter alone picks the first"),
    (.max, "picks or unpicks a row, and Enter alone prints what is picked"),
  ])
  func inPlainModeTheKeysAreExplainedBeforeTheFirstQuery(most: Int?, hint: String) throws {
    var browser = try BrowserDriver(["Ada"]) {
      ($0.purpose, $0.isPlain, $0.mostPicks) = (.picking, true, most)
    }
    let explained = ["print type a query, or Enter for all rows; then a number \(hint)"]
    #expect(browser.orders == explained)
    browser.enter("a")
    #expect(browser.orders.filter { $0.contains("type a query") } == explained)
  }

  @Test func inPlainModeEnterPrintsLateRows() throws {
    var browser = try BrowserDriver {
      ($0.purpose, $0.isPlain, $0.isPaged) = (.picking, true, true)
    }
    browser.enter("")
    browser.enter("")
    #expect(!browser.orders.contains { $0.hasPrefix("leave") })
    browser.send(
      .list(.indexed(browser.state.list.index.adding(try NameBatch(["Ada"])), areAll: true)))
    browser.enter("")
    #expect(browser.orders.contains { $0.hasPrefix("print A|  1    Ada") })
    browser.enter("")
    #expect(browser.orders.last == "leave picked(Ada)")
  }

  @Test func inPlainModeEnterAloneTakesTheFirstPrintedRow() throws {
    var browser = try BrowserDriver(["Ada", "Bo", "Cy"]) {
      $0.purpose = .picking
      $0.isPlain = true
    }
    browser.enter("b")
    #expect(!browser.orders.contains { $0.hasPrefix("leave") }, "nobody has seen the row yet")
    browser.enter("")
    #expect(browser.orders.last == "leave picked(Bo)")
  }

  @Test(
    "Picking: a number that no row can have picks nothing", arguments: ["", ":pick ", ":pick #"],
    ["-9223372036854775808", "-1", "0", "9223372036854775807", "9223372036854775808"])
  func impossibleNumbers(command: String, number: String) throws {
    var browser = try picker(isPlain: true)
    browser.enter("")
    browser.enter(command + number)
    #expect(!browser.orders.contains { $0.hasPrefix("leave picked") })
  }

  @Test func inPlainModeAnUnknownNumberIsAQuery() throws {
    var browser = try picker(["7 of 9", "Bo"], isPlain: true)
    browser.enter("")
    browser.enter("7")
    #expect(browser.orders.last { $0.hasPrefix("print") } == "print #|  1    7 of 9")
  }
}
