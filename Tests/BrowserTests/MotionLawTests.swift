import ListModel
import Browser
import LibraryTestSupport
import NameSearch
import TerminalText
import TestSupport
import Testing

/// The laws of animation, for all changes and times: it is short, fits the screen, and has no
/// lasting effect.
struct MotionLawTests {
  private func happen(_ browser: inout BrowserDriver, _ random: inout SeededGenerator) throws {
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1, 2:
      let texts = ["", "a", "ab", "b", "c", "ab c"]
      browser.type(texts.randomElement(using: &random) ?? "")
    case 3:
      let names = try (0..<3).map { _ in
        try Name("AbBcCa".shuffled(using: &random).map(String.init).joined(separator: " "))
      }
      browser.arrive(names)
    case 4:
      let names = browser.state.list.listing?.sections.flatMap { $0.items.map(\.name) } ?? []
      if let name = names.randomElement(using: &random) { browser.vanish(name) }
    case 5:
      let sizes = [(1, 1), (10, 2), (20, 3), (40, 12), (80, 24), (200, 60)]
      let (columns, rows) = sizes.randomElement(using: &random) ?? (1, 1)
      browser.send(.view(.resized(.init(columns: columns, rows: rows))))
    default:
      let command = Command.allCases.randomElement(using: &random) ?? .nextRow
      browser.press(command)
    }
  }

  @Test(arguments: UInt64(0)..<40)
  func animationHasNoLastingEffect(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var browser = try BrowserDriver(
      (10..<40).map { "\("ABC".randomElement(using: &random) ?? "A")b \($0)" }, rows: 12,
      columns: 40
    ) { $0.isReversed = seed % 2 == 0 }
    var presenter = Presenter()
    var now = ContinuousClock.now
    let line = EditorLine(prompt: "targets> ")
    for _ in 0..<25 {
      try happen(&browser, &random)
      let change = now
      var steps = 0
      repeat {
        let frame = presenter.frame(of: browser.state, line: line, at: now)
        #expect(frame.lines.count == browser.state.view.size.rows)
        #expect(
          frame.lines.allSatisfy {
            $0.body.columns + ($0.trailing?.columns ?? 0) <= browser.state.view.size.columns
          })
        guard let due = presenter.nextFrame else {
          #expect(frame == Screen(of: browser.state, line: line).frame)
          break
        }
        #expect(due > now && due <= change + .milliseconds(160))
        now = due
        steps += 1
        // Sometimes the next change comes first.
      } while Int.random(in: 0..<4, using: &random) > 0
      #expect(steps <= 12)
      now += .milliseconds(Int.random(in: 0..<50, using: &random))
    }
  }
}
