/// A row of the screen.
package struct ScreenLine: Hashable, Sendable {
  package var body: StyledText

  /// Aligned to the right; if both parts are too wide together, the end of `body` is cut.
  package var trailing: StyledText?

  package init(_ body: StyledText = StyledText(), trailing: StyledText? = nil) {
    self.body = body
    self.trailing = trailing
  }

  package init(_ body: DisplayText) {
    self.init(StyledText(body))
  }
}
