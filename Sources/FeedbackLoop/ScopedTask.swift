/// A task that is cancelled when nobody holds this any more.
///
/// It lets an owner on the main actor end its tasks with itself, although its `deinit` may run
/// anywhere.
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
