import Browser
import ListModel
import NameSearch
import Testing

/// `--expect`: keys that accept as Enter does, and are reported.
struct ExpectedKeyTests {
  private func picker(_ keys: String) throws -> BrowserDriver {
    let keys = try ExpectedKey.list(keys)
    return try BrowserDriver(["Ada", "Bo", "Cy"]) {
      ($0.purpose, $0.expectedKeys) = (.picking, keys)
    }
  }

  /// The result of the picker: the key, and the rows.
  private func picked(_ browser: BrowserDriver) -> String? {
    guard case .leave(.picked(let rows)) = browser.state.session.orders.last?.order else {
      return nil
    }
    let names = rows.rows.map(\.name.text).joined(separator: ",")
    return "\(rows.key ?? "-") \(names)"
  }

  @Test func aKeyAcceptsAndIsReported() throws {
    var browser = try picker("ctrl-x,alt-a")
    let keys = try ExpectedKey.list("ctrl-x,alt-a")
    browser.press(.nextRow)
    browser.send(.prompt(.expectedKeyPressed(keys[1], line: "")))
    #expect(picked(browser) == "alt-a Bo")
  }

  @Test func theKeyAppliesToTheTextTypedBeforeIt() throws {
    var browser = try picker("ctrl-x")
    browser.answersSearches = false
    browser.send(.prompt(.expectedKeyPressed(try ExpectedKey("ctrl-x"), line: "c")))
    #expect(picked(browser) == nil)
    browser.answerSearch()
    #expect(picked(browser) == "ctrl-x Cy")
  }

  @Test func inPlainModeTheKeyAppliesToTheTypedTextToo() throws {
    let keys = try ExpectedKey.list("ctrl-x")
    var browser = try BrowserDriver(["Ada", "Bo", "Cy"]) {
      ($0.purpose, $0.expectedKeys, $0.isPlain) = (.picking, keys, true)
    }
    browser.type("a")
    browser.enter("a")
    browser.type("")
    browser.send(.prompt(.expectedKeyPressed(keys[0], line: "c")))
    #expect(browser.orders.last == "consume c")
    #expect(browser.orders.contains { $0.hasPrefix("print") && $0.contains("Cy") })
  }

  @Test func aKeyWithoutAMatchIsReported() throws {
    var browser = try picker("ctrl-x")
    browser.send(.prompt(.expectedKeyPressed(try ExpectedKey("ctrl-x"), line: "zz")))
    #expect(picked(browser) == "ctrl-x ")
  }

  @Test func enterIsReportedOnlyIfExpected() throws {
    var browser = try picker("ctrl-x")
    browser.enter()
    #expect(picked(browser) == "- Ada")
    browser = try picker("Return")
    browser.enter()
    #expect(picked(browser) == "Return Ada")
  }

  @Test func escapeAndTheEndOfInputLeaveUnlessTheyAreExpected() throws {
    var browser = try picker("ctrl-x")
    browser.send(.prompt(.escaped))
    #expect(browser.orders == ["leave left"])
    browser = try picker("esc,ctrl-d")
    browser.send(.prompt(.escaped))
    #expect(picked(browser) == "esc Ada")
    browser = try picker("esc,ctrl-d")
    browser.send(.prompt(.inputEnded))
    #expect(picked(browser) == "ctrl-d Ada")
  }

  @Test func aKeyAcceptsNoCoveredRow() throws {
    var browser = try picker("ctrl-x")
    browser.press(.help)
    browser.send(.prompt(.expectedKeyPressed(try ExpectedKey("ctrl-x"), line: "")))
    #expect(picked(browser) == nil)
    #expect(browser.status.contains("ctrl-x does nothing here"))
  }

  // MARK: Names

  @Test(arguments: [
    ("ctrl-x", ["ctrl-x"]), ("ctrl-x,alt-A,f12", ["ctrl-x", "alt-A", "f12"]),
    (",", [","]), ("a,,", ["a", ","]), (",,a", [",", "a"]), ("alt-,", ["alt-,"]),
    ("alt-,,b", ["alt-,", "b"]), ("CTRL-X,Enter", ["CTRL-X", "Enter"]), ("a,", ["a"]),
  ])
  func keyNamesAreSeparatedByCommas(text: String, names: [String]) throws {
    #expect(try ExpectedKey.list(text).map(\.name) == names)
  }

  private static let laterKeys: [(name: String, sequences: [String])] = [
    ("ctrl-/", ["\\037"]), ("ctrl-]", ["\\035"]), ("ctrl-up", ["\\e[1;5A"]),
    ("alt-shift-end", ["\\e[1;4F"]), ("shift-delete", ["\\e[3;2~"]), ("alt-up", ["\\e[1;3A"]),
  ]

  @Test(arguments: laterKeys)
  func keysWithModifiersCanBeExpected(name: String, sequences: [String]) throws {
    #expect(try ExpectedKey(name).press == .sequences(sequences))
  }

  @Test(arguments: [
    ("ctrl-a", ["\\C-a"]), ("ctrl-Z1", nil), ("alt-x", ["\\ex"]), ("alt-X", ["\\eX"]),
    ("ctrl-alt-x", ["\\e\\C-x"]), ("f1", ["\\e[11~", "\\eOP", "\\e[[A"]),
    ("f5", ["\\e[15~", "\\e[[E"]),
    ("f12", ["\\e[24~"]), ("f13", nil), ("f0", nil), ("?", ["?"]), ("\\", ["\\\\"]),
    ("\"", ["\\\""]),
    ("!", ["!"]), ("~", ["~"]), (" ", nil), ("space", [" "]), ("é", nil), ("\u{7f}", nil),
    ("tab", ["\\t"]), ("shift-tab", ["\\e[Z"]), ("up", ["\\e[A"]), ("alt-", nil), ("ctrl-", nil),
    ("alt-[", nil), ("alt-O", nil), ("ctrl-c", nil), ("ctrl-z", nil), ("ctrl-é", nil), ("foo", nil),
    ("double-click", nil), ("ctrl-1", nil), ("alt-é", nil),
  ])
  func anUnknownKeyNameIsRefused(name: String, sequences: [String]?) throws {
    do {
      let key = try ExpectedKey(name)
      #expect(key.press == .sequences(try #require(sequences)))
    } catch {
      let refusal = try #require(error as? ExpectedKey.Refusal)
      #expect(sequences == nil)
      #expect(refusal.reason.contains(name))
    }
  }
}
