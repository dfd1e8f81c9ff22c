import CSignals
import Glibc

/// What is left of a stop when the thread that gets the process's signals has them blocked just then, as
/// between two waits or while it makes a thread.
enum StopProbe {
  /// Stops, and returns whether the SIGCONT that ended the stop arrives once more afterwards.
  ///
  /// To be called on the first thread, which SIGCONT finds first.
  static func continuesTwice() -> Bool {
    guard csignals_open() >= 0 else { fatalError("no signals") }
    var continuing = sigset_t()
    sigemptyset(&continuing)
    sigaddset(&continuing, SIGCONT)
    pthread_sigmask(SIG_BLOCK, &continuing, nil)
    var thread = pthread_t()
    pthread_create(&thread, nil, stop, nil)
    pthread_join(thread, nil)
    pthread_sigmask(SIG_UNBLOCK, &continuing, nil)
    return csignals_take(SIGCONT)
  }

  private static let stop: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    _ in
    csignals_stop(SIGTSTP)
    return nil
  }
}
