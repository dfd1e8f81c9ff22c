/// A task that is cancelled when this object is released.
///
/// An owner on an actor needs no `deinit` for this, which could run on any thread.
final class ScopedTask: Sendable {
  private let task: Task<Void, Never>

  init(_ task: Task<Void, Never>) {
    self.task = task
  }

  deinit {
    task.cancel()
  }

  func cancel() {
    task.cancel()
  }
}
