/// A snapshot is missing, foreign or damaged; in all cases the caller does without it.
struct UnusableSnapshot: Error {
  /// - Throws: An error unless `condition` holds.
  static func unless(_ condition: Bool) throws(UnusableSnapshot) {
    guard condition else { throw UnusableSnapshot() }
  }
}
