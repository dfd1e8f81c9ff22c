package struct HelperLimits: Equatable, Sendable {
  package var answerBytes: Int

  /// The time from a request to its answer; for the first one, this includes starting the helper.
  package var time: Duration

  package var pages: Int

  /// The maximum number of rows of the list; a page that exceeds it is the last one.
  package var rows: Int

  /// The time to exit after its input or output is closed.
  package var leaving: Duration

  package init(
    answerBytes: Int = 8 << 20, time: Duration = .seconds(40), pages: Int = 1_000,
    rows: Int = 10_000_000, leaving: Duration = .milliseconds(500)
  ) {
    precondition(
      answerBytes > 0 && time > .zero && pages > 0 && rows > 0, "a limit leaves room for a page")
    self.answerBytes = answerBytes
    self.time = time
    self.pages = pages
    self.rows = rows
    self.leaving = leaving
  }
}
