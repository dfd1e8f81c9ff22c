/// How long a run on a server may rely on its claims.
///
/// Another run takes over claims that were not renewed for two minutes. A run starts no command
/// while its last renewal is a minute old. Once others may have taken over its claims, it starts no
/// more commands: a later renewal does not bring the claims back.
package struct ClaimLease: Sendable {
  /// How long a claim is valid after its last renewal.
  static let seconds = 120

  private static let safety = Duration.seconds(seconds / 2)

  /// The time after which others may have taken over the claims; a little less than `seconds`,
  /// because clocks differ.
  private static let limit = Duration.seconds(seconds - 20)
  private var renewed: ContinuousClock.Instant
  private var isLost = false

  package init(from time: ContinuousClock.Instant) {
    renewed = time
  }

  /// Records that the claims were renewed at some time from `sent` to `answered`.
  package mutating func renew(sent: ContinuousClock.Instant, answered: ContinuousClock.Instant) {
    isLost = isLost || answered - renewed >= Self.limit
    renewed = sent
  }

  /// Whether the claims certainly still belong to this run.
  package func isSafe(at time: ContinuousClock.Instant) -> Bool {
    !isLost && time - renewed < Self.safety
  }
}
