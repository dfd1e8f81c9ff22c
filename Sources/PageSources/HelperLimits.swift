/// What a helper program may take.
package struct HelperLimits: Equatable, Sendable {
  /// The most bytes of an answer.
  package var answerBytes: Int

  /// The time from a request to its answer; the start of the helper is part of the first.
  package var time: Duration

  /// The most pages of a list.
  package var pages: Int

  /// The most rows of a list; a page that goes beyond is its last.
  package var rows: Int

  /// The time to end in, once nothing is wanted any more or the output is closed.
  package var leaving: Duration

  /// Makes limits; those left out are generous for people and tight for machines.
  ///
  /// - Precondition: They are positive.
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
