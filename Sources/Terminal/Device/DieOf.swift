import CSignals

/// Ends the process with a signal, so that its parent sees which; close the line editor first.
package func dieOf(_ signal: Int32) -> Never {
  csignals_die(signal)
}
