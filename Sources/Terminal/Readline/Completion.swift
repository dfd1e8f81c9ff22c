/// The ways a line can go on.
package struct Completion: Hashable, Sendable {
  /// The start of the line that stays, up to where the candidates begin.
  package var kept: String

  /// What may stand between `kept` and the cursor, in the order they are listed.
  package var candidates: [String]

  /// Makes a completion; without candidates the line stays as it is.
  package init(kept: String = "", candidates: [String] = []) {
    self.kept = kept
    self.candidates = candidates
  }
}
