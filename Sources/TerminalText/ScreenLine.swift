/// A row of the screen.
package struct ScreenLine: Hashable, Sendable {
  /// What starts in the first column.
  package var body: StyledText

  /// What ends in the last column, whatever the body's width; `nil` for nothing.
  package var trailing: StyledText?

  /// Makes a row; parts that are too wide together lose the end of the body.
  package init(_ body: StyledText = StyledText(), trailing: StyledText? = nil) {
    self.body = body
    self.trailing = trailing
  }

  /// Makes a row of plain text.
  package init(_ body: DisplayText) {
    self.init(StyledText(body))
  }
}
