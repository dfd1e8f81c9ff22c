/// The course of loading a list page by page, together with the items loaded so far.
///
/// An item whose identity is already there is left out: the one that came first stays where and as
/// it is. How many were left out is counted, since a list that shifts between two pages repeats
/// some of its items.
public struct PaginatedList<Item: Identifiable, Cursor: Hashable & Sendable> {
  /// Something that happened to the list.
  public enum Event {
    /// More of the list is wanted; see ``Pages/Event/nextPageWanted``.
    case nextPageWanted

    /// The requested page is there.
    case pageLoaded(Page<[Item], Cursor>)

    /// The requested page could not be read.
    case pageFailed(PageFailure)

    /// Another attempt is wanted at the page that failed; see ``Pages/Event/retried``.
    case retried

    /// The wait after a failure is over; see ``Pages/Event/backOffElapsed``.
    case backOffElapsed

    /// Rows are in view up to this position, zero-based; `nil` if the view shows none yet.
    ///
    /// While the last loaded row is in view, or near it, more is wanted; but not by itself once
    /// three pages in a row have brought nothing new.
    case viewed(lastRow: Int?)

    /// Nobody looks at the list any more: nothing is wanted by itself.
    case viewLeft

    /// The list was given up: nothing is loaded, and nothing is wanted.
    case reset

    /// The list is wanted anew, from its first page.
    case reloaded
  }

  /// How far the list has been loaded.
  public private(set) var pages: Pages.State<Cursor>

  /// The items of the pages loaded so far, in the order of the pages, each identity once.
  public private(set) var items: [Item] = []

  /// How many items were left out because their identity was there already.
  public private(set) var repeatCount = 0

  /// How far somebody looks into the list.
  ///
  /// Empty again after a reload, gone after a reset.
  public private(set) var viewport: Viewport

  private var identities: Set<Item.ID> = []

  /// How many pages in a row have brought nothing new.
  private var fruitlessPageCount = 0

  /// After so many such pages the view wants no more by itself: a list that goes round in circles
  /// would be read for ever.
  private static var mostFruitlessPages: Int { 3 }

  /// A list of which nothing is loaded, and nothing is wanted yet.
  ///
  /// - Parameters:
  ///   - firstCursor: Where the list begins.
  ///   - prefetchDistance: How many rows before the last loaded one the next page is wanted.
  public init(firstCursor: Cursor, prefetchDistance: Int = 0) {
    viewport = Viewport(prefetchDistance: prefetchDistance)
    pages = Pages.State(firstCursor: firstCursor)
  }

  /// The page that should be loading now, or `nil` for none.
  public var request: PageRequest<Cursor>? {
    pages.request
  }

  /// Applies one event to the list.
  ///
  /// - Complexity: O(*m*), where *m* is the number of items in a page that was loaded.
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
      // The rows that were in view are gone; the view says how far it reaches when it has new ones.
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
  /// Changes a loaded item; a page that brings it once more does not undo that.
  ///
  /// - Returns: Whether the item is loaded.
  /// - Precondition: The change leaves the identity as it is.
  /// - Complexity: O(*n*), where *n* is the number of items.
  @discardableResult
  public mutating func update(_ id: Item.ID, _ change: (inout Item) -> Void) -> Bool {
    guard let position = items.firstIndex(where: { $0.id == id }) else { return false }
    change(&items[position])
    precondition(items[position].id == id, "a change leaves an item's identity as it is")
    return true
  }

  /// Takes an item out, loaded or not: until a reset or reload no page brings it in.
  ///
  /// - Returns: The item, if it was loaded.
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
