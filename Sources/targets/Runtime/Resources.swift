import Printing
import CSignals
import Glibc

/// The system resources that the program needs before it can wait for anything.
enum Resources {
  /// A session has ten threads besides the first.
  ///
  /// Creating one to test takes about 40 µs.
  private static let threads: Int32 = 12

  /// A session with a source, a preview and a store on a slow disk has about thirty.
  private static let descriptors: Int32 = 32

  /// Tests whether enough threads and descriptors are available, since the program would hang or
  /// crash without them.
  ///
  /// - Throws: ``Failure``, which names the missing resource.
  static func check() throws(Failure) {
    try check("open \(descriptors) files", csignals_try_descriptors(descriptors))
    try check("wait for events", csignals_try_waiting())
    try check("start \(threads) threads", csignals_try_threads(threads))
  }

  private static func check(_ action: String, _ error: Int32) throws(Failure) {
    guard error != 0 else { return }
    throw Failure("cannot \(action): \(String(cString: strerror(error)))")
  }
}
