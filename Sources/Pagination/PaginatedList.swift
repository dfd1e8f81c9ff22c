/// The state machine of loading a list page by page, together with the loaded items.
///
/// Items with a known identity are left out: a list that shifts between two pages repeats some.
public struct PaginatedList<Item: Identifiable, Cursor: Hashable & Sendable> {
  /// Something that happened to the list.
  public enum Event {
    /// The next page is wanted, see ``Pages/Event/nextPageWanted``.
    case nextPageWanted

    /// The requested page has been read.
    case pageLoaded(Page<[Item], Cursor>)

    /// The requested page could not be read.
    case pageFailed(PageFailure)

    /// The user retries the failed page, see ``Pages/Event/retried``.
    case retried

    /// The wait before an automatic retry is over, see ``Pages/Event/backOffElapsed``.
    case backOffElapsed

    /// Rows are in view up to this zero-based one; `nil` if the view shows none yet.
    ///
    /// The next page is wanted while the last loaded row is in view or near it, but not
    /// automatically after three pages in a row without a new item.
    case viewed(lastRow: Int?)

    /// The list is no longer in view: no page is wanted automatically.
    case viewLeft

    /// Starts over: nothing is loaded and nothing is wanted.
    case reset

    /// Starts over and requests the first page.
    case reloaded
  }

  /// How far the list has been loaded.
  public private(set) var pages: Pages.State<Cursor>

  /// The loaded items in page order, without repeated identities.
  public private(set) var items: [Item] = []

  /// How many repeated items were left out.
  public private(set) var repeatCount = 0

  /// How far the list is in view: no rows after a reload, no view after a reset.
  public private(set) var viewport: Viewport

  private var identities: Set<Item.ID> = []

  private var fruitlessPageCount = 0

  /// The limit of pages in a row without a new item, in case the pages repeat in a circle.
  private static var mostFruitlessPages: Int { 3 }

  /// Makes an empty list; it wants a page if at most `prefetchDistance` rows follow those in view.
  public init(firstCursor: Cursor, prefetchDistance: Int = 0) {
    viewport = Viewport(prefetchDistance: prefetchDistance)
    pages = Pages.State(firstCursor: firstCursor)
  }

  /// The page that should be loading now, or `nil` for none.
  public var request: PageRequest<Cursor>? {
    pages.request
  }

  /// Applies an event to the list.
  ///
  /// - Complexity: O(*m*), where *m* is the number of items in the loaded page.
  public static func reduce(_ list: inout Self, _ event: Event) {
    list.apply(event)
    list.wantMoreIfInView()
  }

  private mutating func apply(_ event: Event) {
    switch event {
    case .nextPageWanted:
      fruitlessPageCount = 0
      Pages.reduce(&pages, .nextPageWanted)

    case .pageLoaded(let page):
      guard pages.isLoading else { return }
      append(page.contents)
      Pages.reduce(&pages, .pageLoaded(next: page.next))

    case .pageFailed(let failure):
      Pages.reduce(&pages, .pageFailed(failure))

    case .retried:
      Pages.reduce(&pages, .retried)

    case .backOffElapsed:
      Pages.reduce(&pages, .backOffElapsed)

    case .viewed(let lastRow):
      viewport.end = lastRow.map { $0 + 1 } ?? 0

    case .viewLeft:
      viewport.end = nil

    case .reset:
      clear()
      viewport.end = nil
      Pages.reduce(&pages, .reset)

    case .reloaded:
      clear()
      // The rows in view are gone. The view will report new ones.
      viewport.end = viewport.end.map { _ in 0 }
      Pages.reduce(&pages, .reloaded)
    }
  }

  private mutating func wantMoreIfInView() {
    guard fruitlessPageCount < Self.mostFruitlessPages else { return }
    if viewport.reachesEnd(of: items.count) { Pages.reduce(&pages, .nextPageWanted) }
  }

  private mutating func append(_ newItems: [Item]) {
    let before = items.count
    defer { fruitlessPageCount = items.count > before ? 0 : fruitlessPageCount + 1 }
    for item in newItems {
      if identities.insert(item.id).inserted {
        items.append(item)
      } else {
        repeatCount += 1
      }
    }
  }

  private mutating func clear() {
    items = []
    identities = []
    repeatCount = 0
    fruitlessPageCount = 0
  }
}

// MARK: Edits

extension PaginatedList {
  /// Changes a loaded item and returns whether it is loaded; later pages do not undo the change.
  ///
  /// - Precondition: The identity does not change.
  /// - Complexity: O(*n*), where *n* is the number of items.
  @discardableResult
  public mutating func update(_ id: Item.ID, _ change: (inout Item) -> Void) -> Bool {
    guard let position = items.firstIndex(where: { $0.id == id }) else { return false }
    change(&items[position])
    precondition(items[position].id == id, "a change leaves an item's identity as it is")
    return true
  }

  /// Removes an item and returns it if it was loaded; no page adds it before a reset or reload.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items.
  @discardableResult
  public mutating func drop(_ id: Item.ID) -> Item? {
    identities.insert(id)
    guard let position = items.firstIndex(where: { $0.id == id }) else { return nil }
    let item = items.remove(at: position)
    wantMoreIfInView()
    return item
  }
}

extension PaginatedList: Equatable where Item: Equatable {}

extension PaginatedList: Sendable where Item: Sendable, Item.ID: Sendable {}

extension PaginatedList.Event: Equatable where Item: Equatable {}

extension PaginatedList.Event: Sendable where Item: Sendable {}
