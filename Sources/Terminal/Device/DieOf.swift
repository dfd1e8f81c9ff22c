import CSignals

/// Ends the process by a signal, so that its parent sees which.
///
/// The line editor must have been closed: nothing is restored here.
package func dieOf(_ signal: Int32) -> Never {
  csignals_die(signal)
}
