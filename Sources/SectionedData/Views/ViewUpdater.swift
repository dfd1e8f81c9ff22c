/// Keeps a view in step with a sectioned list: by its differences where it can, else by reloading.
///
/// The first list is shown without animation unless asked otherwise; so is any list that comes while
/// the view cannot be seen, or is not there: it is kept, and shown when the view is. A list that
/// cannot be compared (an identity comes twice) is shown by reloading, and the failure reported.
/// Updates are shown one after the other, in the order in which they come. How they are shown is
/// settled when the updater is made.
@MainActor
public final class ViewUpdater<View: SectionedView, Row> {
  /// The sections of the view.
  public typealias Section = View.Section

  /// How updates are shown.
  public struct Configuration {
    /// Reloads after every update, without comparing anything.
    public var alwaysReloads = false

    /// Whether the first list is animated, too.
    public var animatesFirstLoad = false

    /// How each kind of change looks.
    public var animations = AnimationConfiguration()

    /// Decides from the steps how the view is to take them; not asked when there are none.
    public var transition: ([SectionedStage<Section>]) -> ViewTransition = { _ in .animated }

    /// Told why lists could not be compared; the new one is shown all the same.
    public var onFailure: (SectionedDifference<Section>.Failure) -> Void = { _ in }

    /// Animates everything but the first list, and keeps failures to itself.
    public init() {}
  }

  /// What the view asks; at every moment as the list the view shows.
  public private(set) var dataSource: DataSource<Section, Row>

  private let configuration: Configuration
  private weak var view: View?
  private var hasLoaded = false
  private var needsReload = false
  private var last: Task<ViewTransition?, Never>?

  /// Makes an updater for an empty list and no view.
  ///
  /// - Parameters:
  ///   - dataSource: How the list is presented; its sections count as not shown yet.
  ///   - configuration: How updates are shown.
  public init(
    dataSource: DataSource<Section, Row>, configuration: Configuration = Configuration()
  ) {
    self.dataSource = dataSource
    self.configuration = configuration
  }

  /// Shows the list on a view from now on; the view is not kept alive.
  ///
  /// Also to be called when a view comes (back) on the screen, to show what it has missed.
  public func attach(_ view: View) async {
    self.view = view
    _ = await enqueue { updater in
      guard updater.hasLoaded, updater.view != nil else { return nil }
      return await updater.reload()
    }
  }

  /// Shows the list on no view; it is kept up to date.
  public func detach() {
    view = nil
    needsReload = hasLoaded
  }

  /// Takes a new list, and returns when the view shows it.
  ///
  /// - Returns: How the view took it; `nil` when there is no view, or nothing it could show.
  /// - Complexity: That of a ``SectionedDifference``, apart from what the view does.
  @discardableResult
  public func update(to sections: [Section]) async -> ViewTransition? {
    await enqueue { await $0.show(sections) }
  }

  /// Moves an item, as the user did on the view: at once, and without telling the view.
  ///
  /// - Parameters:
  ///   - source: Where the item is.
  ///   - destination: Where it is afterwards.
  /// - Throws: ``DataSourceError`` for a path out of range or an item that cannot be moved; nothing
  ///   is changed then.
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
      // Equal is not the same: the new values are held, though there is nothing to show.
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
