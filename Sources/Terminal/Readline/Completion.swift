/// The possible continuations of a line.
package struct Completion: Hashable, Sendable {
  /// The start of the line that stays, before the candidates.
  package var kept: String

  /// Texts between `kept` and the cursor, in the order in which they are listed.
  package var candidates: [String]

  /// Without candidates, the line stays unchanged.
  package init(kept: String = "", candidates: [String] = []) {
    self.kept = kept
    self.candidates = candidates
  }
}
