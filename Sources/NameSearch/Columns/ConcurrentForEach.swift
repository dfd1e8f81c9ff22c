import Glibc
import Synchronization

/// Runs a body for each number below a count on all processors, and returns when all have ended.
///
/// The threads live only as long, as a pool would wake the process for good, and give way to others: what
/// a user waits for goes first.
func concurrentForEach(_ count: Int, _ body: @Sendable (Int) -> Void) {
  let width = min(count, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  guard width > 1 else {
    for number in 0..<count { body(number) }
    return
  }
  withoutActuallyEscaping(body) { body in
    let work = SharedWork(count: count, body: body)
    let threads = (0..<width).compactMap { _ in thread(for: work) }
    // Where there are no threads to be had, this one does it all.
    if threads.isEmpty { work.run() }
    for thread in threads { pthread_join(thread, nil) }
  }
}

private func thread(for work: SharedWork) -> pthread_t? {
  var thread = pthread_t()
  let argument = Unmanaged.passRetained(work)
  let code = pthread_create(
    &thread, nil,
    { argument in
      // On Linux zero is the thread itself, not its process.
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
      if let argument { Unmanaged<SharedWork>.fromOpaque(argument).takeRetainedValue().run() }
      return nil
    }, argument.toOpaque())
  if code != 0 { argument.release() }
  return code == 0 ? thread : nil
}

/// What is left to do, for several threads to take from.
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
