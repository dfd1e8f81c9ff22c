/// The ways a line can go on.
public struct Completion: Hashable, Sendable {
  /// The start of the line that stays, up to where the candidates begin.
  public var kept: String

  /// What may stand between `kept` and the cursor, in the order they are listed.
  public var candidates: [String]

  /// Makes a completion; without candidates the line stays as it is.
  public init(kept: String = "", candidates: [String] = []) {
    self.kept = kept
    self.candidates = candidates
  }
}
