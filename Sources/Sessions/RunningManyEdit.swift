import ListModel
import Synchronization

/// The edit of very many rows that is being stored, in a task of its own, so that it can be
/// cancelled and still answer.
final class RunningManyEdit: Sendable {
  typealias Answer = (EditSummary, ListVersion?)

  private struct State {
    var running: (number: Int, task: Task<Answer, any Error>)?

    /// The number of the edit that was cancelled last, perhaps before it began.
    var cancelled: Int?
  }

  private let state = Mutex(State())

  /// Stores the edit with a number.
  ///
  /// - Throws: The error of the store, which is a cancellation if nothing was changed.
  func run(
    _ number: Int, _ work: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    let task = Task { try await work() }
    let isCancelled = state.withLock { state in
      state.running = (number, task)
      return state.cancelled == number
    }
    if isCancelled { task.cancel() }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  func cancel(_ number: Int) {
    state.withLock { state in
      state.cancelled = number
      if let running = state.running, running.number == number { running.task.cancel() }
    }
  }
}
