extension StoreConnection {
  /// A commit that failed.
  ///
  /// Up to its very end that means that nothing was stored; then it does not.
  struct FailedCommit: Error {
    let step: Journal.Step
    let failure: StoreError
  }

  /// Looks whether the step of a failed commit is there all the same, through a new connection.
  func outcome(of commit: FailedCommit) -> StoreError {
    close()
    let reason = commit.failure.reason
    do throws(StoreError) {
      let isStored = try read { db in try commit.step.isThere(in: db) } ?? false
      guard isStored else { return commit.failure }
      return .unsure(path: file.path, reason: reason, isStored: true)
    } catch {
      return .unsure(path: file.path, reason: reason, isStored: nil)
    }
  }
}
