import Browser
import FeedbackLoop
import Terminal

extension Session {
  /// Carries out the orders before the next key is handled.
  ///
  /// The loop applies `orderDone` before it shows the next state, so each order runs once.
  func obey(_ orders: [Browser.PendingOrder]) {
    for pending in orders {
      carryOut(pending.order)
      loop.send(.session(.orderDone(number: pending.number)))
    }
  }

  private func carryOut(_ order: Browser.Order) {
    switch order {
    case .consumeLine(let text, let left): consume(text, leaving: left)
    case .clearLine: clearLine()
    case .setLine(let text): setLine(text)
    case .print(let printout): editor.print(printout.lines)
    case .printAll(let listing):
      Printout.forEachLine(of: listing, in: loop.state) { editor.print([$0]) }
    case .remember(let line): if settings.historyPath != nil { editor.addToHistory(line) }
    case .redraw: editor.screen.redraw()
    case .leave(let outcome): end(.outcome(outcome))
    }
  }

  /// Removes processed text from the start of the line and keeps what was typed after it.
  private func consume(_ text: String, leaving left: String) {
    guard editor.line.hasPrefix(text) else { return }
    let rest = String(editor.line.dropFirst(text.count))
    editor.setLine(rest.isEmpty ? left : rest)
    if !settings.browser.isPlain { loop.send(.prompt(.lineEdited(editor.line))) }
  }

  /// Shows a line and records it as the last one, since typing may produce the previous line again.
  private func setLine(_ text: String) {
    editor.setLine(text)
    if !settings.browser.isPlain { loop.send(.prompt(.lineEdited(text))) }
  }

  func clearLine() {
    editor.clearLine()
    loop.send(.prompt(.lineEdited("")))
  }
}
