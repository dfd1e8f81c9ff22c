import Glibc
import QueueExecutor

/// Gives a pool a thread of its own.
actor PoolThread {
  private let executor = QueueExecutor(label: "targets.commands")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let board: PoolMailbox
  private let want: AsyncStream<Range<Int>>.Continuation
  private let tell: AsyncStream<Void>.Continuation

  init(
    board: PoolMailbox, want: AsyncStream<Range<Int>>.Continuation,
    tell: AsyncStream<Void>.Continuation
  ) {
    self.board = board
    self.want = want
    self.tell = tell
  }

  func run(
    jobs: Int, count: Int, command: @escaping CommandPool.Command, output: Int32, errors: Int32,
    willWrite: @escaping @Sendable () -> Void
  ) -> CommandPool.Ending {
    defer {
      want.finish()
      tell.finish()
    }
    let passages = OutputSinks(
      outputDescriptor: output, output: OutputSink(descriptor: output, willWrite: willWrite),
      errors: OutputSink(descriptor: errors, willWrite: willWrite), collects: jobs > 1)
    let run = PoolRun(
      jobs: jobs, count: count, command: command, passages: passages, board: board, want: want,
      tell: tell)
    return run.run()
  }
}
