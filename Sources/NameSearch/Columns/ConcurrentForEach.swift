import Glibc
import Synchronization

/// Calls `body` for each number below `count`, on all processors, and returns after the last call.
///
/// `body` is `@escaping` although it does not outlive the call: for `withoutActuallyEscaping`, the
/// compiler puts the length of this file's path into the program. The threads end with the call,
/// because a pool would keep waking the process. They run at nice 10, so that work a user waits for
/// goes first.
func concurrentForEach(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let width = min(count, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  guard width > 1 else {
    for number in 0..<count { body(number) }
    return
  }
  let work = SharedWork(count: count, body: body)
  let threads = (0..<width).compactMap { _ in thread(for: work) }
  // If no thread could be started, the caller does all the work.
  if threads.isEmpty { work.run() }
  for thread in threads { pthread_join(thread, nil) }
}

private func thread(for work: SharedWork) -> pthread_t? {
  var thread = pthread_t()
  let argument = Unmanaged.passRetained(work)
  let code = pthread_create(
    &thread, nil,
    { argument in
      // On Linux, 0 means the calling thread, not its process.
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
      if let argument { Unmanaged<SharedWork>.fromOpaque(argument).takeRetainedValue().run() }
      return nil
    }, argument.toOpaque())
  if code != 0 { argument.release() }
  return code == 0 ? thread : nil
}

/// A counter that hands out numbers to several threads.
private final class SharedWork: Sendable {
  private let count: Int
  private let body: @Sendable (Int) -> Void
  private let next = Atomic(0)

  init(count: Int, body: @escaping @Sendable (Int) -> Void) {
    self.count = count
    self.body = body
  }

  func run() {
    while true {
      let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard number < count else { return }
      body(number)
    }
  }
}
