/// The state machine of loading a list page by page, together with the loaded items.
///
/// A list that shifts between two pages repeats some items. By default these are skipped; see
/// ``RepeatedItems``.
///
/// ```swift
/// var list = PaginatedList<Person, Int>(firstCursor: 0)
/// PaginatedList.reduce(&list, .nextPageWanted)
/// list.request?.cursor == 0  // read it, and send `.pageLoaded` or `.pageFailed`
/// ```
public struct PaginatedList<Item: Identifiable, Cursor: Hashable & Sendable> {
  /// Something that happened to the list.
  public enum Event {
    /// The list is shown, perhaps without a row, so the first page is wanted if none is loaded yet.
    ///
    /// Ignored after a failure.
    case started

    /// The next page is wanted; if it has failed, it is retried.
    ///
    /// Ignored while a page is loading and at the end. Pages that are wanted because the end of the
    /// list is in view are not retried by that.
    case nextPageWanted

    /// The requested page has been read.
    case pageLoaded(Page<[Item], Cursor>)

    /// The requested page could not be read.
    case pageFailed(PageFailure)

    /// The user retries the failed page, see ``Pages/Event/retried``.
    case retried

    /// The wait before an automatic retry is over, see ``Pages/Event/backOffElapsed``.
    case backOffElapsed

    /// The rows up to this zero-based one are in view; `nil` if the view shows none yet.
    ///
    /// The next page is wanted while the last loaded row is in view or near it, but not
    /// automatically after several successive pages without a new item.
    case viewed(lastRow: Int?)

    /// The list is no longer in view: no page is wanted automatically.
    case viewLeft

    /// Starts over: nothing is loaded and nothing is wanted.
    case reset

    /// Starts over and requests the first page.
    case reloaded

    /// Starts over and requests the first page, which replaces the items when it arrives.
    case refreshed

    /// Something that happened to the pages before the first one.
    case earlier(Earlier)
  }

  /// Something that happened to the pages before the first one, see ``Page/previous``.
  public enum Earlier {
    /// The page before the items is wanted. Ignored while it is loading, at the start of the list,
    /// and after a failure.
    case wanted

    /// The requested page has been read.
    case loaded(Page<[Item], Cursor>)

    /// The requested page could not be read.
    case failed(PageFailure)

    /// The user retries the failed page.
    case retried

    /// The wait before an automatic retry is over.
    case backOffElapsed
  }

  /// How far the list has been loaded.
  public private(set) var pages: Pages.State<Cursor>

  /// The loading state of the pages before the first, or `nil` if the first page had no `previous`.
  public private(set) var earlierPages: Pages.State<Cursor>?

  /// The loaded items in page order, without repeated identities.
  public internal(set) var items: [Item] = []

  /// How many repeated items were skipped, or have replaced the loaded one.
  public private(set) var repeatCount = 0

  /// How far the list is in view: no rows after a reload, no view after a reset.
  public private(set) var viewport: Viewport

  /// The number of items in the whole list, if its source has reported it.
  public private(set) var total: Int?

  /// Whether the items are those from before a refresh, because its first page has not arrived yet.
  public private(set) var isRefreshing = false

  // The numbers of the loaded items, which ascend with their offsets.
  //
  // A dropped item leaves a gap, so that no other item must be renumbered. `dropped` has the
  // identities that no page adds, and `unsent` those inserted or dropped before a page had them.
  var numbers: [Item.ID: Int] = [:]
  var firstNumber = 0
  var endNumber = 0
  var gapCount: Int { endNumber - firstNumber - items.count }
  var dropped: Set<Item.ID> = []
  var unsent: Set<Item.ID> = []

  private var fruitlessPageCount = 0
  private let fruitlessPageLimit: Int
  private let repeats: RepeatedItems

  /// Makes an empty list; it wants a page if at most `prefetchDistance` rows follow those in view.
  ///
  /// After `fruitlessPageLimit` successive pages without a new item, the next one is not wanted
  /// automatically, in case the pages form a loop. `repeats` says which of two items with the same
  /// identity is kept.
  public init(
    firstCursor: Cursor, prefetchDistance: Int = 0, fruitlessPageLimit: Int = 3,
    repeats: RepeatedItems = .first
  ) {
    viewport = Viewport(prefetchDistance: prefetchDistance)
    pages = Pages.State(firstCursor: firstCursor)
    self.fruitlessPageLimit = fruitlessPageLimit
    self.repeats = repeats
  }

  /// Makes an empty list that begins where the source does, see
  /// ``init(firstCursor:prefetchDistance:fruitlessPageLimit:repeats:)``.
  public init<Source: PageSource>(
    of source: Source, prefetchDistance: Int = 0, fruitlessPageLimit: Int = 3,
    repeats: RepeatedItems = .first
  ) where Source.Contents == [Item], Source.Cursor == Cursor {
    self.init(
      firstCursor: source.firstCursor, prefetchDistance: prefetchDistance,
      fruitlessPageLimit: fruitlessPageLimit, repeats: repeats)
  }

  /// The page that should be loading now, or `nil` for none.
  public var request: PageRequest<Cursor>? {
    pages.request
  }

  /// The page before the items that should be loading now, or `nil` for none.
  public var earlierRequest: PageRequest<Cursor>? {
    earlierPages?.request
  }

  /// Applies an event to the list.
  ///
  /// - Complexity: O(*m*), where *m* is the number of items in the loaded page; that of all items if it
  ///   is an earlier one.
  public static func reduce(_ list: inout Self, _ event: Event) {
    list.apply(event)
    list.wantMoreIfInView()
  }

  private mutating func apply(_ event: Event) {
    switch event {
    case .started:
      if pages.pageCount == 0 { Pages.reduce(&pages, .nextPageWanted) }

    case .nextPageWanted:
      fruitlessPageCount = 0
      Pages.reduce(&pages, pages.lastError == nil ? .nextPageWanted : .retried)

    case .pageLoaded(let page):
      guard pages.isLoading else { return }
      if let failure = failure(of: page.contents, replacesItems: isRefreshing) {
        Pages.reduce(&pages, .pageFailed(failure))
        return
      }
      if isRefreshing { clear() }
      if pages.pageCount == 0, let previous = page.previous {
        earlierPages = Pages.State(firstCursor: previous)
      }
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

    case .earlier(let event):
      apply(event)
    }
  }

  private mutating func apply(_ event: Earlier) {
    guard var earlier = earlierPages else { return }
    switch event {
    case .wanted: Pages.reduce(&earlier, .nextPageWanted)
    case .loaded(let page):
      guard earlier.isLoading else { return }
      if let failure = failure(of: page.contents, replacesItems: false) {
        Pages.reduce(&earlier, .pageFailed(failure))
      } else {
        prepend(page.contents)
        total = page.total ?? total
        Pages.reduce(&earlier, .pageLoaded(next: page.previous))
      }
    case .failed(let failure): Pages.reduce(&earlier, .pageFailed(failure))
    case .retried: Pages.reduce(&earlier, .retried)
    case .backOffElapsed: Pages.reduce(&earlier, .backOffElapsed)
    }
    earlierPages = earlier
  }

  mutating func wantMoreIfInView() {
    guard fruitlessPageCount < fruitlessPageLimit else { return }
    if viewport.reachesEnd(of: items.count) { Pages.reduce(&pages, .nextPageWanted) }
  }

  private mutating func append(_ newItems: [Item]) {
    let before = items.count
    defer { fruitlessPageCount = items.count > before ? 0 : fruitlessPageCount + 1 }
    for item in newItems where isNew(item) {
      append(item)
    }
  }

  mutating func append(_ item: Item) {
    numbers[item.id] = endNumber
    endNumber += 1
    items.append(item)
  }

  private mutating func prepend(_ newItems: [Item]) {
    var kept: [Item] = []
    var places: [Item.ID: Int] = [:]
    for item in newItems {
      if let place = places[item.id] {
        repeatCount += 1
        if repeats == .last { kept[place] = item }
      } else if isNew(item) {
        places[item.id] = kept.count
        kept.append(item)
      }
    }
    firstNumber -= kept.count
    for (place, item) in kept.enumerated() { numbers[item.id] = firstNumber + place }
    items.insert(contentsOf: kept, at: 0)
    if let end = viewport.end, end > 0 { viewport.end = end + kept.count }
  }

  /// Whether an item must be added; if it is loaded already, it may replace the loaded one.
  private mutating func isNew(_ item: Item) -> Bool {
    if numbers[item.id] == nil, !dropped.contains(item.id) { return true }
    repeatCount += 1
    unsent.remove(item.id)
    if repeats == .last, let offset = offset(of: item.id) { items[offset] = item }
    return false
  }

  /// Why a page with these items is refused, or `nil` if it is not.
  private func failure(of newItems: [Item], replacesItems: Bool) -> PageFailure? {
    guard repeats == .error else { return nil }
    var seen: Set<Item.ID> = []
    for item in newItems {
      // A page may have an item that was inserted here, once: the server has it by then.
      let isLoaded = !replacesItems && numbers[item.id] != nil && !unsent.contains(item.id)
      guard isLoaded || !seen.insert(item.id).inserted else { continue }
      return PageFailure(
        reason: "item \(String(reflecting: item.id)) is in the list twice", retryAdvice: .never)
    }
    return nil
  }

  private mutating func clear() {
    items = []
    numbers = [:]
    firstNumber = 0
    endNumber = 0
    earlierPages = nil
    dropped = []
    unsent = []
    repeatCount = 0
    fruitlessPageCount = 0
    total = nil
    isRefreshing = false
  }

  mutating func renumber() {
    for (offset, item) in items.enumerated() { numbers[item.id] = firstNumber + offset }
    endNumber = firstNumber + items.count
  }
}

extension PaginatedList: Equatable where Item: Equatable {}

extension PaginatedList: Sendable where Item: Sendable, Item.ID: Sendable {}

extension PaginatedList.Event: Equatable where Item: Equatable {}

extension PaginatedList.Event: Sendable where Item: Sendable {}

extension PaginatedList.Earlier: Equatable where Item: Equatable {}

extension PaginatedList.Earlier: Sendable where Item: Sendable {}
