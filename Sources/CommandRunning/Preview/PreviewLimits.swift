package struct PreviewLimits: Sendable {
  /// The most output in bytes.
  package var bytes = 1 << 20

  /// How long nothing is written before that is reported.
  package var silence = Duration.seconds(5)

  /// The shortest time between two reports of output.
  package var pace = Duration.milliseconds(30)

  /// From SIGTERM to SIGKILL.
  package var grace = Duration.milliseconds(500)

  package init() {}
}
