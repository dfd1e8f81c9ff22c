import CSignals
import Glibc

/// Reports signals in a command without a line editor; otherwise they would end the command.
package enum SignalWatch {
  package typealias Report =
    @Sendable (_ signal: Int32, _ fromTerminalAt: ContinuousClock.Instant?) -> Void

  /// Watches from now on, for the rest of the process; returns false if that is not possible.
  ///
  /// `report` is called on another thread with each signal, and with the moment when it arrived if a
  /// key of the terminal sent it, and so sent it to all programs in the foreground.
  package static func begin(of signals: [Int32], report: @escaping Report) -> Bool {
    let context = Unmanaged.passRetained(Context(report))
    let isWatching = csignals_watch(
      signals, Int32(signals.count),
      { arrival, context in
        guard let arrival = arrival?.pointee, let context else { return }
        let report = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().report
        report(arrival.signal, arrival.is_from_terminal ? SignalWatch.moment(of: arrival) : nil)
      }, context.toOpaque())
    if !isWatching { context.release() }
    return isWatching
  }

  /// Whether a signal has arrived, even if it has not been reported yet.
  package static var hasArrived: Bool { csignals_has_arrived() }

  private final class Context: Sendable {
    let report: Report

    init(_ report: @escaping Report) { self.report = report }
  }

  private static func moment(of arrival: csignals_arrival) -> ContinuousClock.Instant {
    let here = ContinuousClock.now
    var now = timespec()
    clock_gettime(CLOCK_BOOTTIME, &now)
    return here
      - (.seconds(now.tv_sec - arrival.time.tv_sec)
        + .nanoseconds(now.tv_nsec - arrival.time.tv_nsec))
  }
}
