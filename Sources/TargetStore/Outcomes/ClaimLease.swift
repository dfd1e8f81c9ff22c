/// How long a run may rely on its claims in a store on a server.
///
/// Another run takes over claims that were not renewed for two minutes. A run starts no command while
/// its last renewal is a minute old. If others may have taken over its claims, it starts no command any
/// more: a later renewal does not bring them back.
package struct ClaimLease: Sendable {
  /// How long a claim counts that is not renewed.
  static let seconds = 120

  private static let safety = Duration.seconds(seconds / 2)

  /// After this time others may have taken the claims over; a little less than their limit, because
  /// clocks differ.
  private static let limit = Duration.seconds(seconds - 20)
  private var renewed: ContinuousClock.Instant
  private var isLost = false

  package init(from time: ContinuousClock.Instant) {
    renewed = time
  }

  /// Notes that the claims were renewed, at some time from `sent` to `answered`.
  package mutating func renew(sent: ContinuousClock.Instant, answered: ContinuousClock.Instant) {
    isLost = isLost || answered - renewed >= Self.limit
    renewed = sent
  }

  /// Whether the claims certainly still belong to this run.
  package func isSafe(at time: ContinuousClock.Instant) -> Bool {
    !isLost && time - renewed < Self.safety
  }
}
