/// How long a run may rely on its claims in a store on a server.
///
/// Another run takes over what was not renewed for two minutes. A run that was stopped or cut off
/// for a minute keeps away from its rows for good: renewing the claims that are left does not bring
/// back the others.
package struct ClaimLease: Sendable {
  /// How long a claim counts that is not renewed.
  static let seconds = 120

  private static let safety = Duration.seconds(seconds / 2)
  private var renewed: ContinuousClock.Instant
  private var isLost = false

  package init(from time: ContinuousClock.Instant) {
    renewed = time
  }

  /// Notes that the claims were renewed, by a statement that was sent at `time`.
  package mutating func renew(at time: ContinuousClock.Instant) {
    isLost = !isSafe(at: time)
    renewed = time
  }

  /// Whether no other run can have taken over a row.
  package func isSafe(at time: ContinuousClock.Instant) -> Bool {
    !isLost && time - renewed < Self.safety
  }
}
