import CSignals
import Dispatch
import Glibc

/// Reports signals in a command without a line editor; otherwise they would end the command.
package final class SignalWatch {
  private let source: any DispatchSourceRead

  /// Watches from now on, for the rest of the process; `nil` if that is not possible.
  ///
  /// `body` is called on another thread with each signal, and with the moment when it arrived if a
  /// key of the terminal sent it, and so sent it to all programs in the foreground.
  package init?(
    of signals: [Int32],
    body: @escaping @Sendable (_ signal: Int32, _ fromTerminalAt: ContinuousClock.Instant?) -> Void
  ) {
    let descriptor = csignals_watch(signals, Int32(signals.count))
    guard descriptor >= 0 else { return nil }
    source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: DispatchQueue(label: "targets.signals"))
    source.setEventHandler {
      var arrival = csignals_arrival()
      while csignals_read_arrival(&arrival) {
        let here = ContinuousClock.now
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        let age =
          Duration.seconds(now.tv_sec - arrival.time.tv_sec)
          + .nanoseconds(now.tv_nsec - arrival.time.tv_nsec)
        body(arrival.signal, arrival.is_from_terminal ? here - age : nil)
      }
    }
    source.activate()
  }

  /// Whether a signal has arrived, even if it has not been reported yet.
  package static var hasArrived: Bool { csignals_has_arrived() }

  deinit { source.cancel() }
}
