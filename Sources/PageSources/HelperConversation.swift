import HelperProtocol
import Pagination
import Threads

/// The part of ``HelperPages`` that talks to the helper, on a thread that may block.
actor HelperConversation {
  private let executor = ThreadExecutor(label: "targets.helper")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let program: HelperProgram
  private let opening: HelperRequest.Opening
  private let limits: HelperLimits
  private let wakeUp = WakeUp()
  private var process: HelperProcess?
  private var lastID = 0

  init(_ program: HelperProgram, _ opening: HelperRequest.Opening, limits: HelperLimits) {
    self.program = program
    self.opening = opening
    self.limits = limits
  }

  nonisolated func page(query: String, cursor: String?, limit: Int) async throws -> HelperPage {
    try await withTaskCancellationHandler {
      try await ask(query: query, cursor: cursor, limit: limit)
    } onCancel: {
      wakeUp.signal()
    }
  }

  func close() {
    process?.dismiss(within: limits.leaving)
    process = nil
  }

  private func ask(query: String, cursor: String?, limit: Int) throws -> HelperPage {
    try Task.checkCancellation()
    let process = try runningProcess()
    lastID += 1
    let order = HelperRequest.PageOrder(id: lastID, query: query, cursor: cursor, limit: limit)
    process.send(HelperRequest.page(order).line)
    switch try answer(of: process) {
    case .page(let page): return page
    case .failure(let failure): throw HelperError(failure)
    }
  }

  private func runningProcess() throws -> HelperProcess {
    if let process { return process }
    let process = try HelperProcess(program, leaving: limits.leaving)
    process.send(HelperRequest.open(opening).line)
    self.process = process
    return process
  }

  /// Waits for the answer to the last request, and skips late answers to earlier ones.
  private func answer(of process: HelperProcess) throws -> HelperAnswer.Outcome {
    let deadline = ContinuousClock.now.advanced(by: limits.time)
    // Late answers count as well; otherwise they could keep arriving forever.
    var room = 2 * limits.answerBytes
    while true {
      let outcome = process.line(
        limit: limits.answerBytes, until: deadline, wakeUp: wakeUp,
        isCancelled: { Task.isCancelled }
      )
      switch outcome {
      case .line(let bytes):
        room -= bytes.count + 1
        guard room >= 0 else { throw given(up: .flooded(program.name, limit: limits.answerBytes)) }
        guard let answer = HelperAnswer(line: bytes) else {
          throw given(up: .garbled(program.name))
        }
        if answer.id == lastID { return answer.outcome }
        guard answer.id < lastID else { throw given(up: .garbled(program.name)) }
      case .cancelled:
        process.send(HelperRequest.cancel(lastID).line)
        throw CancellationError()
      case .tooLong: throw given(up: .flooded(program.name, limit: limits.answerBytes))
      case .timedOut: throw given(up: .silent(program.name, within: limits.time))
      case .ended:
        throw given(up: .ended(program.name, reason: process.finish(within: limits.leaving)))
      }
    }
  }

  /// Drops the helper, because its further output cannot be matched to requests.
  private func given(up error: HelperError) -> HelperError {
    process = nil
    return error
  }
}

extension HelperError {
  fileprivate init(_ failure: HelperFailure) {
    let reason = failure.reason.asReason
    let advice: RetryAdvice =
      if !failure.mayRetry {
        .never
      } else if let wait = failure.retryAfter, wait >= 0 {
        .after(.seconds(min(wait, 86_400)))
      } else {
        .whenever
      }
    self = .refused(
      reason: reason.isEmpty ? "failed without giving a reason" : reason, advice: advice)
  }
}
