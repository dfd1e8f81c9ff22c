/// A task that is cancelled when this object is released.
///
/// So an owner on an actor does not have to cancel it in a `deinit`, which could run on any thread.
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
