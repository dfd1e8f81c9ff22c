/// Shows a changing sectioned list on a view, by differences if possible, else by reloading.
///
/// By default the first list is not animated. While the view is missing or off screen, a list is
/// stored and shown later. If a list has duplicate identities, the view reloads and the failure is
/// reported. Updates are shown one at a time, in order.
@MainActor
public final class ViewUpdater<View: SectionedView, Row> {
  /// The sections of the view.
  public typealias Section = View.Section

  /// How updates are shown.
  public struct Configuration {
    /// Whether every update reloads, without comparing the lists.
    public var alwaysReloads = false

    /// Whether the first list is animated.
    public var animatesFirstLoad = false

    /// The animation of each kind of change.
    public var animations = AnimationConfiguration()

    /// Chooses how the view takes the stages; not called without any.
    public var transition: ([SectionedStage<Section>]) -> ViewTransition = { _ in .animated }

    /// Called when lists cannot be compared; the new one is shown nevertheless.
    public var onFailure: (SectionedDifference<Section>.Failure) -> Void = { _ in }

    /// Makes a configuration that animates all but the first list.
    public init() {}
  }

  /// The data of the view, always in the state that the view shows.
  public private(set) var dataSource: DataSource<Section, Row>

  private let configuration: Configuration
  private weak var view: View?
  private var hasLoaded = false
  private var needsReload = false
  private var last: Task<ViewTransition?, Never>?

  /// Makes an updater without a view; the data source's sections count as not shown yet.
  public init(
    dataSource: DataSource<Section, Row>, configuration: Configuration = Configuration()
  ) {
    self.dataSource = dataSource
    self.configuration = configuration
  }

  /// Shows the list on a view, which is held weakly; also for a view that returns to the screen.
  public func attach(_ view: View) async {
    self.view = view
    _ = await enqueue { updater in
      guard updater.hasLoaded, updater.view != nil else { return nil }
      return await updater.reload()
    }
  }

  /// Detaches the view; the list is still updated.
  public func detach() {
    view = nil
    needsReload = hasLoaded
  }

  /// Replaces the list, and returns how the view was updated when it shows the new list.
  ///
  /// The result is `nil` without a view or visible change. The complexity is that of a
  /// ``SectionedDifference``, apart from the view's work.
  @discardableResult
  public func update(to sections: [Section]) async -> ViewTransition? {
    await enqueue { await $0.show(sections) }
  }

  /// Moves an item that the user has moved on the view, without telling the view.
  ///
  /// - Throws: A ``DataSourceError`` for a path out of range or an item that cannot be moved.
  public func moveItem(from source: ItemPath, to destination: ItemPath) throws(DataSourceError) {
    try dataSource.moveItem(from: source, to: destination)
  }

  private func enqueue(
    _ work: @escaping @MainActor (ViewUpdater) async -> ViewTransition?
  ) async -> ViewTransition? {
    let previous = last
    let task = Task {
      _ = await previous?.value
      return await work(self)
    }
    last = task
    return await task.value
  }
}

// MARK: Showing

extension ViewUpdater {
  private func show(_ sections: [Section]) async -> ViewTransition? {
    let isFirst = !hasLoaded
    hasLoaded = true
    guard let view, view.isOnScreen, !configuration.alwaysReloads, !needsReload,
      !isFirst || configuration.animatesFirstLoad
    else {
      dataSource.sections = sections
      return await reload()
    }
    do throws(SectionedDifference<Section>.Failure) {
      return await show(try SectionedDifference(from: dataSource.sections, to: sections), on: view)
    } catch {
      configuration.onFailure(error)
      dataSource.sections = sections
      return await reload()
    }
  }

  private func show(
    _ difference: SectionedDifference<Section>, on view: View
  ) async -> ViewTransition? {
    guard !difference.isEmpty else {
      // Equal values may not be identical, so the new ones are stored.
      dataSource.sections = difference.sections
      return nil
    }
    guard configuration.transition(difference.stages) == .animated else {
      dataSource.sections = difference.sections
      return await reload()
    }
    for stage in difference.stages {
      dataSource.sections = stage.sections
      await view.show(stage, animated: configuration.animations)
    }
    dataSource.sections = difference.sections
    return .animated
  }

  private func reload() async -> ViewTransition? {
    guard let view else {
      needsReload = true
      return nil
    }
    needsReload = false
    await view.reload()
    return .reload
  }
}
