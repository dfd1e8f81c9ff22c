public import SectionedData

/// Keeps a view up to date with a changing sectioned list, by animated differences or by reloading.
///
/// ```swift
/// let updater = ViewUpdater<TextView, String>(dataSource: source, configuration: configuration)
/// await updater.attach(view)
/// ```
///
/// By default the first list is not animated. While there is no view, or it is off screen, a list is
/// stored and shown later. If a list has duplicate identities, the view reloads and the failure is
/// reported, unless ``Configuration/duplicates`` says otherwise. Lists are shown one at a time; of the
/// lists that arrive meanwhile, only the newest is shown.
@MainActor
public final class ViewUpdater<View: SectionedView, Row> {
  /// The sections of the view.
  public typealias Section = View.Section

  /// How updates are shown.
  ///
  /// ```swift
  /// var configuration = ViewUpdater<TextView, String>.Configuration()
  /// configuration.animations = AnimationConfiguration(insert: .fade)
  /// configuration.transition = { stages in
  ///   stages.count > 2 ? ViewTransition.reload : ViewTransition.animated
  /// }
  /// configuration.onFailure = { (failure: ViewUpdateFailure<String, String>) in
  ///   complaint = "\(failure)"
  /// }
  /// ```
  public struct Configuration {
    /// Whether every update reloads, without comparing the lists.
    public var alwaysReloads = false

    /// Whether the first list is animated.
    public var animatesFirstLoad = false

    /// What to do with duplicates in a new list; by default they are a failure.
    public var duplicates = DuplicateChoice.error

    /// The animation of each kind of change.
    public var animations = AnimationConfiguration()

    /// Chooses how the view shows the stages; not called if there are none.
    public var transition: ([SectionedStage<Section>]) -> ViewTransition = { _ in .animated }

    /// Called when lists cannot be compared, and when a view updates its list while it shows it.
    public var onFailure: (ViewUpdateFailure<Section.ID, Section.Item.ID>) -> Void = { _ in }

    /// Makes a configuration that animates all but the first list.
    public init() {}
  }

  /// The data of the view, always in the state that the view shows.
  ///
  /// During a stage, it changes when the view commits that: see ``SectionedView``.
  public internal(set) var dataSource: DataSource<Section, Row>

  let configuration: Configuration
  weak var view: View?
  var hasLoaded = false
  var needsReload = false

  /// The list of the stage that is being shown, until the view commits it.
  var uncommitted: [Section]?

  /// The next list to show; `nil` sections if the view must show the present ones again.
  private(set) var wanted: (sections: [Section]?, number: Int)?

  /// The number of moves that the user has made.
  private(set) var moveCount = 0

  private var lastNumber = 0
  private var waiting: [Int: CheckedContinuation<ViewUpdate, Never>] = [:]
  private var runner: Task<Void, Never>?

  /// Makes an updater without a view; ``attach(_:)`` shows the data source's sections.
  public init(
    dataSource: DataSource<Section, Row>, configuration: Configuration = Configuration()
  ) {
    self.dataSource = dataSource
    self.configuration = configuration
  }

  /// Attaches a view, which is held weakly, and reloads it; also for a view that returns to the screen.
  ///
  /// The view is not reloaded before there is a list: the data source has no sections, and
  /// ``update(to:)`` was not called. A view that was attached before gets no more calls.
  public func attach(_ view: View) async {
    self.view = view
    guard hasLoaded || !dataSource.sections.isEmpty else { return }
    hasLoaded = true
    needsReload = true
    if wanted == nil { _ = await request(nil) }
  }

  /// Detaches the view, which gets no more calls; the list is still updated.
  public func detach() {
    view = nil
    needsReload = hasLoaded
  }

  /// Updates the view to show `sections`.
  ///
  /// If an update is in progress, its current stage finishes animating, and the view then moves directly
  /// to the most recent list. The complexity is that of a `SectionedDifference`, apart from the view's
  /// work.
  ///
  /// - Returns: How the view was updated, or ``ViewUpdate/superseded`` if a newer list replaced this one.
  @discardableResult
  public func update(to sections: [Section]) async -> ViewUpdate {
    if Showing.updater == ObjectIdentifier(self) {
      configuration.onFailure(.updateWithinShow)
      want(sections)
      return .deferred
    }
    return await request(sections)
  }

  /// Updates the view for each state of a sequence until it ends, for example a loop's `states`.
  ///
  /// ```swift
  /// await updater.follow(people.states, sections: Self.letters)
  /// ```
  ///
  /// Of the states that arrive while the view is busy, only the newest is shown.
  ///
  /// - Throws: The error of the sequence.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  public func follow<States: AsyncSequence>(
    _ states: States, sections: (States.Element) -> [Section]
  ) async throws(States.Failure) {
    var iterator = states.makeAsyncIterator()
    while let state = try await iterator.next(isolation: MainActor.shared) {
      want(sections(state))
    }
    await runner?.value
  }

  /// Moves an item that the user has already moved on the view, without calling the view.
  ///
  /// If an update is in progress, it continues from the list with the moved item.
  ///
  /// - Throws: A `DataSourceError` for a path out of range or an item that cannot be moved.
  public func moveItem(from source: ItemPath, to destination: ItemPath) throws(DataSourceError) {
    try dataSource.moveItem(from: source, to: destination)
    moveCount += 1
  }
}

/// The updater whose stage is being shown in this task.
enum Showing {
  @TaskLocal static var updater: ObjectIdentifier?
}

// MARK: One after another

extension ViewUpdater {
  /// Makes a list the next one to show, in place of a list that is waiting.
  @discardableResult
  private func want(_ sections: [Section]?) -> Int {
    if let earlier = wanted { finish(earlier.number, .superseded) }
    lastNumber += 1
    wanted = (sections, lastNumber)
    if runner == nil { runner = Task { await showAll() } }
    return lastNumber
  }

  private func request(_ sections: [Section]?) async -> ViewUpdate {
    let number = want(sections)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting[number] = continuation
        if Task.isCancelled { withdraw(number) }
      }
    } onCancel: {
      Task { @MainActor in withdraw(number) }
    }
  }

  /// Removes a waiting list, of which no stage was shown yet.
  private func withdraw(_ number: Int) {
    guard wanted?.number == number else { return }
    wanted = nil
    finish(number, .superseded)
  }

  private func finish(_ number: Int, _ update: ViewUpdate) {
    waiting.removeValue(forKey: number)?.resume(returning: update)
  }

  private func showAll() async {
    while let next = wanted {
      wanted = nil
      finish(next.number, await show(next.sections))
    }
    runner = nil
  }
}
