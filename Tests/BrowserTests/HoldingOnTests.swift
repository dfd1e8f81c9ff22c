import ListModel
import LibraryTestSupport
import NameSearch
import TerminalText
import TestSupport
import Testing

@testable import Browser

/// The part of the list that the user sees stays in place, whatever changes.
struct HoldingOnTests {
  /// The visible part of a state.
  private struct View {
    let listed: [Name]
    let shown: [Name]
    let selected: Name?
    let holdsStart: Bool

    init(_ browser: BrowserDriver) {
      let state = browser.state
      listed = state.list.listing?.sections.flatMap { $0.items.map(\.name) } ?? []
      let room = Screen.Layout(of: state).listRows
      var lines = 0
      shown = Screen(of: state, line: EditorLine()).rowsInView.compactMap { row in
        lines += row.lines.count
        return lines <= room || row.lines.count >= room ? row.target?.name : nil
      }
      selected = state.selected?.name
      holdsStart = state.view.top == nil
    }
  }

  private func name(_ random: inout SeededGenerator) throws -> Name {
    let letters = "ABCDE"
    let text =
      "\(letters.randomElement(using: &random) ?? "A")\(Int.random(in: 10..<40, using: &random))"
    let tail = Int.random(in: 0..<4, using: &random) == 0 ? " and many more words to wrap" : ""
    return try Name(text + tail)
  }

  /// Something that changes the list: names that arrive or go, edits, another size.
  private func disturb(
    _ browser: inout BrowserDriver, _ random: inout SeededGenerator
  ) throws -> String {
    let some = View(browser).listed.randomElement(using: &random)
    switch (Int.random(in: 0..<6, using: &random), some) {
    case (0, _), (1, _):
      var names: [Name] = []
      for _ in 0...Int.random(in: 0..<3, using: &random) { names.append(try name(&random)) }
      browser.arrive(names)
      return "names come"
    case (2, let some?):
      browser.vanish(some)
      return "\(some) goes"
    case (3, let some?):
      browser.enter(":dead \(some)")
      return "\(some) dies"
    case (4, let some?):
      browser.enter(":drop \(some)")
      return "\(some) is dropped"
    default:
      browser.send(
        .view(.resized(.init(columns: 30, rows: Int.random(in: 4..<16, using: &random)))))
      return "another size"
    }
  }

  private func steer(_ browser: inout BrowserDriver, _ random: inout SeededGenerator) {
    let commands: [Command] = [
      .nextRow, .nextRow, .previousRow, .nextPage, .previousPage, .nextSection, .previousSection,
      .lastRow, .firstRow, .cycleShow, .undo,
    ]
    if let command = commands.randomElement(using: &random) { browser.press(command) }
  }

  @Test(arguments: UInt64(0)..<60)
  func changesOfTheListDoNotMoveTheView(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var names: [String] = []
    for _ in 0..<30 { names.append(try name(&random).text) }
    var browser = try BrowserDriver(names, rows: 12, columns: 30)
    for _ in 0..<15 {
      if Bool.random(using: &random) { steer(&browser, &random) }
      let before = View(browser)
      let size = browser.state.view.size
      let what = try disturb(&browser, &random)
      check(before, View(browser), isResized: size != browser.state.view.size, "\(seed): \(what)")
    }
  }

  private func check(_ old: View, _ new: View, isResized: Bool, _ what: String) {
    // Only a failure needs the text, and making it takes most of the time.
    var comment: Comment { "\(what)\n\(old)\n\(new)" }
    if let selected = old.selected {
      #expect(new.selected == replacement(for: selected, old.listed, new.listed), comment)
    } else {
      #expect(new.selected == nil, comment)
    }
    if let selected = new.selected { #expect(new.shown.contains(selected), comment) }
    #expect(new.shown.isEmpty == new.listed.isEmpty, comment)
    guard let first = old.shown.first, let now = new.shown.first else { return }
    guard !old.holdsStart || old.selected != nil else {
      #expect(now == new.listed.first, comment)
      return
    }
    guard now != replacement(for: first, old.listed, new.listed) else { return }
    // The view may only move as far as the end of the list or the selected row requires.
    let isAtEnd = new.shown.last == new.listed.last
    let isPushed = new.selected.map(new.shown.suffix(3).contains) ?? false
    #expect(isAtEnd || isPushed || isResized, comment)
  }

  /// The row itself, otherwise the nearest remaining row after it, or before it.
  private func replacement(for name: Name, _ old: [Name], _ new: [Name]) -> Name? {
    guard let place = old.firstIndex(of: name) else { return nil }
    let left = Set(new)
    return old[place...].first(where: left.contains) ?? old[..<place].last(where: left.contains)
  }

  @Test func reloadingReturnsToTheRow() throws {
    let names = (10..<99).map { "Nobody \($0)" }
    var browser = try BrowserDriver(names, rows: 12)
    browser.press(.nextPage, .nextPage, .nextPage, .nextRow)
    let (before, full) = (View(browser), browser.state.list.index)
    browser.enter(":reload")
    browser.send(.list(.indexed(NameIndex(order: NameOrder()), of: 1)))
    #expect(browser.state.selected == nil)
    browser.send(.list(.indexed(full, of: 1, areAll: true)))
    #expect(View(browser).shown == before.shown)
    #expect(View(browser).selected == before.selected)
  }

  @Test func aRowMissingAfterAReloadIsDeselected() throws {
    var browser = try BrowserDriver(["Ada", "Bo"])
    browser.press(.nextRow)
    browser.enter(":reload")
    browser.send(.list(.indexed(NameIndex(order: NameOrder()), of: 1)))
    browser.send(.list(.indexed(try NameIndex(["Cy"]), of: 1, areAll: true)))
    #expect(browser.state.view.selection == nil)
    #expect(View(browser).shown.map(\.text) == ["Cy"])
  }
}
