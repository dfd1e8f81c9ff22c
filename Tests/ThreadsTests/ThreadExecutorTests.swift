import Glibc
import LibraryTestSupport
import Threads
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct ThreadsTests {
  /// An actor on a separate thread.
  private actor Worker {
    let executor = ThreadExecutor(label: "tests.a-long-label")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private(set) var numbers: [Int] = []

    func add(_ number: Int) { numbers.append(number) }

    func block(_ descriptor: Int32) -> Int {
      var byte: UInt8 = 0
      return read(descriptor, &byte, 1)
    }

    var thread: pthread_t { pthread_self() }

    var threadName: String {
      let file = open("/proc/thread-self/comm", O_RDONLY)
      defer { close(file) }
      var name = [UInt8](repeating: 0, count: 16)
      let count = read(file, &name, name.count)
      return String(decoding: name.prefix(max(count, 0)), as: UTF8.self)
    }

    func blocks(_ signal: Int32) -> Bool {
      var mask = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &mask)
      return sigismember(&mask, signal) == 1
    }

    var hasStackForHandlers: Bool {
      var stack = stack_t()
      return sigaltstack(nil, &stack) == 0 && stack.ss_flags & Int32(SS_DISABLE) == 0
    }
  }

  @Test func allJobsOfAnActorRunOnOneThread() async {
    let worker = Worker()
    let first = await worker.thread
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<500 { group.addTask { await worker.add(number) } }
    }
    #expect(await worker.numbers.sorted() == Array(0..<500))
    // The first worker still exists, so the second one cannot get its thread.
    #expect(await Worker().thread != first)
    #expect(await worker.thread == first)
  }

  @Test func aBlockedActorDelaysNoOther() async {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    let (blocked, free) = (Worker(), Worker())
    async let read = blocked.block(reading)
    await free.add(1)
    #expect(await free.numbers == [1])
    close(writing)
    #expect(await read == 0)
    close(reading)
  }

  @Test func workOnABorrowedThreadIsAPartOfTheTask() async {
    let task = Task {
      await eventually { Task.isCancelled }
      return await onThread("targets.borrowed") { Task.isCancelled }
    }
    task.cancel()
    #expect(await task.value)
  }

  @Test func aWaitForDescriptorsEndsWithTheFirstThatIsReady() async {
    let (first, second) = (WakeUp(), WakeUp())
    second.signal()
    await untilReadable([first.descriptor, -1, second.descriptor])
    let wait = Task { await untilReadable([first.descriptor]) }
    wait.cancel()  // has no effect
    first.signal()
    await wait.value
  }

  @Test func theThreadHasItsLabelInTheSystem() async {
    #expect(await Worker().threadName == "tests.a-long-la\n")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGCONT])
  func signalsAreLeftToOtherThreads(signal: Int32) async {
    #expect(await Worker().blocks(signal))
  }

  @Test(arguments: [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGPIPE])
  func signalsOfItsOwnFaultsAndWritesAreHandled(signal: Int32) async {
    #expect(await !Worker().blocks(signal))
  }

  @Test func theThreadEndsWithTheActor() async {
    weak var kept: ThreadExecutor?
    do {
      let worker = Worker()
      kept = worker.executor
      await worker.add(1)
    }
    await eventually { kept == nil }
  }

  @Test func handlersHaveAStackWhenThatOfTheThreadIsFull() async {
    #expect(await Worker().hasStackForHandlers)
  }
}
