import Dispatch
import Synchronization

/// Waits for asynchronous work, on a thread that may block.
enum Waiting {
  private final class Box<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
  }

  /// Runs `body` to its end.
  ///
  /// - Throws: What `body` throws.
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let box = Box<Value>()
    let end = DispatchSemaphore(value: 0)
    Task.detached {
      let result: Result<Value, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      box.result.withLock { $0 = result }
      end.signal()
    }
    end.wait()
    guard let result = box.result.withLock({ $0 }) else { throw Fault("ended without a result") }
    return try result.get()
  }
}
