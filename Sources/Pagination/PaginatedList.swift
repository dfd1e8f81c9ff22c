/// The state machine of loading a list page by page, together with the loaded items.
///
/// Items with a known identity are left out: a list that shifts between two pages repeats some.
///
/// ```swift
/// var list = PaginatedList<Person, Int>(firstCursor: 0)
/// PaginatedList.reduce(&list, .nextPageWanted)
/// list.request?.cursor == 0  // read it, and send `.pageLoaded` or `.pageFailed`
/// ```
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
    /// automatically after some pages in a row without a new item.
    case viewed(lastRow: Int?)

    /// The list is no longer in view: no page is wanted automatically.
    case viewLeft

    /// Starts over: nothing is loaded and nothing is wanted.
    case reset

    /// Starts over and requests the first page.
    case reloaded

    /// Starts over and requests the first page, which takes the place of the items when it comes.
    case refreshed
  }

  /// How far the list has been loaded.
  public private(set) var pages: Pages.State<Cursor>

  /// The loaded items in page order, without repeated identities.
  public private(set) var items: [Item] = []

  /// How many repeated items were left out.
  public private(set) var repeatCount = 0

  /// How far the list is in view: no rows after a reload, no view after a reset.
  public private(set) var viewport: Viewport

  /// How many items the whole list has, as far as its source has said so.
  public private(set) var total: Int?

  /// Whether the items are those from before a refresh, until its first page has come.
  public private(set) var isRefreshing = false

  // The offset of each loaded item, and the identities that no page adds.
  private var offsets: [Item.ID: Int] = [:]
  private var dropped: Set<Item.ID> = []

  private var fruitlessPageCount = 0
  private let fruitlessPageLimit: Int

  /// Makes an empty list; it wants a page if at most `prefetchDistance` rows follow those in view.
  ///
  /// After `fruitlessPageLimit` pages in a row without a new item, the next one is not wanted
  /// automatically, in case the pages repeat in a circle.
  public init(firstCursor: Cursor, prefetchDistance: Int = 0, fruitlessPageLimit: Int = 3) {
    viewport = Viewport(prefetchDistance: prefetchDistance)
    pages = Pages.State(firstCursor: firstCursor)
    self.fruitlessPageLimit = fruitlessPageLimit
  }

  /// Makes an empty list that begins where the source does, see
  /// ``init(firstCursor:prefetchDistance:fruitlessPageLimit:)``.
  public init<Source: PageSource>(
    of source: Source, prefetchDistance: Int = 0, fruitlessPageLimit: Int = 3
  ) where Source.Contents == [Item], Source.Cursor == Cursor {
    self.init(
      firstCursor: source.firstCursor, prefetchDistance: prefetchDistance,
      fruitlessPageLimit: fruitlessPageLimit)
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
      if isRefreshing { clear() }
      append(page.contents)
      total = page.total ?? total
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

    case .refreshed:
      isRefreshing = true
      fruitlessPageCount = 0
      Pages.reduce(&pages, .reloaded)
    }
  }

  private mutating func wantMoreIfInView() {
    guard fruitlessPageCount < fruitlessPageLimit else { return }
    if viewport.reachesEnd(of: items.count) { Pages.reduce(&pages, .nextPageWanted) }
  }

  private mutating func append(_ newItems: [Item]) {
    let before = items.count
    defer { fruitlessPageCount = items.count > before ? 0 : fruitlessPageCount + 1 }
    for item in newItems {
      guard offsets[item.id] == nil, !dropped.contains(item.id) else {
        repeatCount += 1
        continue
      }
      offsets[item.id] = items.count
      items.append(item)
    }
  }

  private mutating func clear() {
    items = []
    offsets = [:]
    dropped = []
    repeatCount = 0
    fruitlessPageCount = 0
    total = nil
    isRefreshing = false
  }

  private mutating func renumber(from first: Int) {
    for offset in first..<items.count { offsets[items[offset].id] = offset }
  }
}

// MARK: Edits

extension PaginatedList {
  /// Changes a loaded item and returns whether it is loaded; later pages do not undo the change.
  ///
  /// - Precondition: The identity does not change.
  /// - Complexity: O(1) expected.
  @discardableResult
  public mutating func update(_ id: Item.ID, _ change: (inout Item) -> Void) -> Bool {
    guard let offset = offsets[id] else { return false }
    change(&items[offset])
    precondition(items[offset].id == id, "a change leaves an item's identity as it is")
    return true
  }

  /// Puts an item in the place of the loaded one with its identity; false if there is none.
  ///
  /// - Complexity: O(1) expected.
  @discardableResult
  public mutating func replace(with item: Item) -> Bool {
    update(item.id) { $0 = item }
  }

  /// The offset of a loaded item, or `nil`, in O(1) expected.
  public func offset(of id: Item.ID) -> Int? { offsets[id] }

  /// Inserts an item, which no page then adds; false if it is loaded already.
  ///
  /// One that was dropped is there again. An offset beyond the end counts as the end.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items after it.
  @discardableResult
  public mutating func insert(_ item: Item, at offset: Int) -> Bool {
    guard offsets[item.id] == nil else { return false }
    dropped.remove(item.id)
    let place = min(max(offset, 0), items.count)
    items.insert(item, at: place)
    renumber(from: place)
    return true
  }

  /// Removes an item and returns it if it was loaded; no page adds it before a reset or reload.
  ///
  /// ``insert(_:at:)`` takes it back.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items after it.
  @discardableResult
  public mutating func drop(_ id: Item.ID) -> Item? {
    dropped.insert(id)
    guard let offset = offsets.removeValue(forKey: id) else { return nil }
    let item = items.remove(at: offset)
    renumber(from: offset)
    wantMoreIfInView()
    return item
  }
}

extension PaginatedList: Equatable where Item: Equatable {}

extension PaginatedList: Sendable where Item: Sendable, Item.ID: Sendable {}

extension PaginatedList.Event: Equatable where Item: Equatable {}

extension PaginatedList.Event: Sendable where Item: Sendable {}
