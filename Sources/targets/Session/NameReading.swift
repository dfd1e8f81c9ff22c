import Browser
import FeedbackLoop
import NameIndex
import PageSources
import Pagination

/// Reading under way, whatever the kind of source.
@MainActor
struct NameReading {
  let loadNextPage: () -> Void
  let retry: () -> Void
  let reload: () -> Void
  let stop: () -> Void

  /// Whether reading can begin again at the first page: what came through a pipe is gone.
  let canStartOver: Bool

  /// Reading by a reader, which also begins again unless that is done by `reload`.
  init<Source: PageSource>(
    _ reader: PageReader<Source>, canStartOver: Bool, reload: (() -> Void)? = nil
  ) {
    self.canStartOver = canStartOver
    loadNextPage = { reader.loadNextPage() }
    retry = { reader.retry() }
    self.reload = reload ?? { reader.reload() }
    stop = { reader.stop() }
  }
}

extension Session {
  /// Starts the reader, whose pages go to the indexer, whose snapshots go to the loop.
  func startReading() {
    switch source {
    case .lines(let pages):
      reading = NameReading(reader(of: pages), canStartOver: pages.canStartOver)
    case .kept(let store, let list):
      reading = NameReading(
        reader(of: KeptPages(store: store, list: list, order: configuration.order)),
        canStartOver: true)
    case .helper(let pages):
      return read(pages, lookingFor: configuration.query)
    }
    reading?.loadNextPage()
  }

  func take(_ snapshot: Indexer.Snapshot) {
    loop.send(.indexed(snapshot.index))
    if let generation = loop.state.intake.paging?.generation {
      intakeChanged { $0.paging?.isStale = snapshot.generation != generation }
    }
    guard snapshot.isSettled, !loop.state.intake.isComplete else { return }
    intakeChanged { $0.isComplete = true }
    submitFirstQuery()
  }

  /// Where rows are printed, asks for those of the query that was given at the start, once there are any.
  func submitFirstQuery() {
    guard configuration.settings.isPlain, !configuration.query.isEmpty else { return }
    loop.send(.submitted(configuration.query))
  }

  private func reader<Source: PageSource>(
    of source: Source
  ) -> PageReader<Source> where Source.Contents == NameLines {
    var report = LineReport()
    var generation = 0
    return PageReader(
      source: source, readsAhead: true,
      onPage: { [weak self, indexer] lines in
        await indexer.add(lines.names)
        report.merge(lines.report)
        self?.refuseIfStrict(report)
        self?.count(lines.names.count, report)
      },
      onChange: { [weak self, indexer] state in
        if state.generation != generation {
          generation = state.generation
          report = LineReport()
          self?.intakeChanged { $0 = .init() }
          Task { await indexer.reset() }
        }
        self?.intakeChanged { $0.failure = state.lastError.map { "\($0); :retry tries again" } }
        if state.isExhausted { Task { await indexer.finish() } }
      })
  }

  /// Ends the session where nothing may be left out.
  func refuseIfStrict(_ report: LineReport) {
    if configuration.isStrict, report.leftOutCount > 0 {
      end(.failure(Failure("input: \(report)")))
    }
  }

  /// Counts the rows of a page, and says what has been left out so far.
  func count(_ rows: Int, _ report: LineReport) {
    intakeChanged {
      $0.count += rows
      $0.remark = report.leftOutCount > 0 ? "\(report)" : nil
    }
  }

  func intakeChanged(_ change: (inout Browser.Intake) -> Void) {
    var intake = loop.state.intake
    change(&intake)
    if intake != loop.state.intake { loop.send(.intakeChanged(intake)) }
  }
}
