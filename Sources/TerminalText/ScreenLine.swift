/// A row of the screen.
public struct ScreenLine: Hashable, Sendable {
  /// What starts in the first column.
  public var body: StyledText

  /// What ends in the last column, whatever the body's width; `nil` for nothing.
  public var trailing: StyledText?

  /// Makes a row; parts that are too wide together lose the end of the body.
  public init(_ body: StyledText = StyledText(), trailing: StyledText? = nil) {
    self.body = body
    self.trailing = trailing
  }

  /// Makes a row of plain text.
  public init(_ body: DisplayText) {
    self.init(StyledText(body))
  }
}
