/// A snapshot is missing, of something else, or damaged; its user does the work again either way.
struct UnusableSnapshot: Error {
  /// - Throws: An error unless `condition` holds.
  static func unless(_ condition: Bool) throws(UnusableSnapshot) {
    guard condition else { throw UnusableSnapshot() }
  }
}
