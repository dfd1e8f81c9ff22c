/// An effect whose runs a test answers by hand.
///
/// It ignores cancellation.
@MainActor
final class ManualEffect<Request: Hashable & Sendable, Answer: Sendable> {
  private struct Run {
    let request: Request
    let continuation: CheckedContinuation<Answer?, Never>
  }

  /// The requests of all runs so far, in the order in which they started.
  private(set) var started: [Request] = []

  /// The requests of the runs that were cancelled.
  private(set) var cancelled: [Request] = []

  /// How many runs were answered and have nothing left to do.
  private(set) var endCount = 0

  private var open: [Run] = []

  func callAsFunction(_ request: Request) async -> Answer? {
    started.append(request)
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        open.append(Run(request: request, continuation: continuation))
      }
    } onCancel: {
      Task { @MainActor in self.cancelled.append(request) }
    }
    endCount += 1
    return answer
  }

  /// Ends the oldest open run of `request`.
  func answer(_ request: Request, with answer: Answer?) {
    guard let index = open.firstIndex(where: { $0.request == request }) else { return }
    open.remove(at: index).continuation.resume(returning: answer)
  }

  /// Ends all runs that are open, without an answer.
  func finish() {
    for run in open { run.continuation.resume(returning: nil) }
    open = []
  }
}
