import Glibc
import Printing
import Synchronization
import TargetStore
import Terminal

/// An edit of the store by a command, which Ctrl-C cancels if that is in time.
///
/// The store answers in any case, so that the command can say whether the edit was stored. Ctrl-C again ends the
/// program without an answer. Between edits, Ctrl-C ends it as usual.
@MainActor
enum AnsweredEdit {
  private struct Running {
    let word: String
    var cancel: (@Sendable () -> Void)?
    var interruptions = 0
  }

  private nonisolated static let running = Mutex<Running?>(nil)

  private static var isWatching = false

  /// Makes an edit for the command `word`.
  ///
  /// - Throws: ``ExitStatus/abandoned`` if the edit was cancelled, and the errors of the edit.
  static func made<Value: Sendable>(
    by word: String, _ edit: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    running.withLock { $0 = Running(word: word) }
    if !isWatching { isWatching = SignalWatch.begin(of: [SIGINT]) { _, _ in interrupt() } }
    let task = Task { try await edit() }
    let isLate = running.withLock { running in
      running?.cancel = { task.cancel() }
      return running?.interruptions ?? 0 > 0
    }
    if isLate { task.cancel() }
    let result = await task.result
    let wasInterrupted = running.withLock { running in
      defer { running = nil }
      return running?.interruptions ?? 0 > 0
    }
    guard wasInterrupted else { return try result.get() }
    switch result {
    case .failure(let error as StoreError) where error == .cancelled:
      complain("\(word): \(error)")
      throw ExitStatus.abandoned
    case .failure(let error): throw error
    case .success(let value):
      complain("\(word): too late to cancel")
      return value
    }
  }

  /// Called on another thread.
  private nonisolated static func interrupt() {
    let found = running.withLock { running in
      running?.interruptions += 1
      return running
    }
    guard let found else { dieOf(SIGINT) }
    if found.interruptions == 1 {
      found.cancel?()
    } else {
      complain("\(found.word): cannot tell whether the edit was stored: check the list")
      _exit(ExitStatus.abandoned.rawValue)
    }
  }
}
