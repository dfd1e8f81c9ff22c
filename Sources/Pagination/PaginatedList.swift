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

  private var identities: Set<Item.ID> = []

  /// A list of which nothing is loaded, and nothing is wanted yet.
  public init(firstCursor: Cursor) {
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
    switch event {
    case .nextPageWanted:
      Pages.reduce(&list.pages, .nextPageWanted)

    case .pageLoaded(let page):
      guard list.pages.isLoading else { return }
      list.append(page.contents)
      Pages.reduce(&list.pages, .pageLoaded(next: page.next))

    case .pageFailed(let failure):
      Pages.reduce(&list.pages, .pageFailed(failure))

    case .retried:
      Pages.reduce(&list.pages, .retried)

    case .reset:
      list.clear()
      Pages.reduce(&list.pages, .reset)

    case .reloaded:
      list.clear()
      Pages.reduce(&list.pages, .reloaded)
    }
  }

  private mutating func append(_ newItems: [Item]) {
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
  }
}

extension PaginatedList: Equatable where Item: Equatable {}

extension PaginatedList: Sendable where Item: Sendable, Item.ID: Sendable {}

extension PaginatedList.Event: Equatable where Item: Equatable {}

extension PaginatedList.Event: Sendable where Item: Sendable {}
