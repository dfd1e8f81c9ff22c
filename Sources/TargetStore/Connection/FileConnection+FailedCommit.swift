extension FileConnection {
  /// An edit whose COMMIT failed, but which may still be stored.
  struct FailedCommit: Error {
    let step: StoredEvent
    let failure: StoreError
  }

  /// Checks through a new connection whether the step of a failed commit was stored.
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
