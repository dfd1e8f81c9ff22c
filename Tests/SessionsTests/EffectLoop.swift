import Browser
import FeedbackLoop
import FeedbackLoopTesting
import LibraryTestSupport
import ListLoading
import ListModel
import NameSearch
import Pagination
import TargetStore
import TestSupport

@testable import Sessions

/// The program's feedbacks in a `TestLoop`, with a store in a file and no terminal.
@MainActor
struct EffectLoop {
  let effects: SessionEffects
  let list: ListName
  let store: TargetStore
  let indexed = Indexed()
  private let loader: ListLoader
  private let start: Session.Start
  private var settings: BrowseSettings

  /// The indexes that the loader has published.
  @MainActor
  final class Indexed {
    var last: ListLoader.Snapshot?

    var names: [String] { last.map { $0.index.texts } ?? [] }
  }

  /// A session of a list in a store, or of another source.
  ///
  /// If `isPatient`, names wait to be sorted until the list is complete. `laterOrder` is the order that the list
  /// has got since it was opened.
  init(
    of store: TargetStore, source: (any RowSource)? = nil, isPatient: Bool = false,
    laterOrder: NameOrder? = nil
  ) async throws {
    list = try ListName("default")
    self.store = store
    var settings = Browser.Settings()
    settings.browsesKeptList = source == nil
    self.settings = BrowseSettings(
      browser: settings, order: NameOrder(), throttle: .zero, wrapsRows: true, usesMouse: false,
      list: list)
    let source = source ?? StoredPages(store: store, list: list)
    if let laterOrder { self.settings.orderedRows = { (source, laterOrder) } }
    start = try await store.start(self.settings, source)
    loader = ListLoader(
      of: source, store: store, list: list, NameIndex(order: NameOrder()), start: start.index,
      mark: start.mark,
      publish: { [indexed] in indexed.last = $0 },
      sleep: { try await Task.sleep(for: isPatient ? .seconds(1_000_000) : $0) })
    effects = SessionEffects(settings: self.settings, store: store, loader: loader)
  }

  /// Gives the loader names that are not the last.
  func read(_ names: NameBatch) async { await loader.add(names, of: 0) }

  /// A loop with some of the feedbacks, before anything is read or listed.
  func loop(_ feedbacks: SessionEffects.Effect...) -> TestLoop<SeenState, SeenEvent> {
    loop(from: start.state(settings), feedbacks)
  }

  /// A loop with some of the feedbacks, after all rows of the list were read and listed.
  func settledLoop(_ feedbacks: SessionEffects.Effect...) async throws -> TestLoop<
    SeenState, SeenEvent
  > {
    let names = NameBatch(try await store.names(in: list, limit: 10_000).names.map(\.name))
    await loader.add(names, of: 0, isLast: true)
    await eventually { indexed.last?.isSettled ?? false }
    var state = start.state(settings)
    Browser.reduce(&state, .intake(.pageRead(RowBatch(names: names))))
    if let index = indexed.last?.index {
      Browser.reduce(&state, .list(.indexed(index, areAll: true)))
    }
    Browser.reduce(&state, .intake(.pages(.pageLoaded(next: nil))))
    if let listing = Listing(state.search) { Browser.reduce(&state, .list(.listed(listing))) }
    return loop(from: state, feedbacks)
  }

  private func loop(
    from state: Browser.State, _ feedbacks: [SessionEffects.Effect]
  ) -> TestLoop<SeenState, SeenEvent> {
    TestLoop(
      SeenState(state), reduce: { state, event in state.apply(event) },
      feedbacks: feedbacks.map { $0.scoped(to: { $0.browser }, event: { SeenEvent($0) }) },
      comparing: \SeenState.seen)
  }

  /// The event of the newest snapshot, once it has this many names.
  func indexedEvent(of count: Int) async -> SeenEvent? {
    await eventually { indexed.last?.index.count == count }
    return indexed.last.map {
      SeenEvent(.list(.indexed($0.index, of: $0.generation, areAll: $0.isSettled)))
    }
  }
}

/// A state of the browser, of which tests compare the visible parts and the requests.
struct SeenState: Sendable {
  private(set) var browser: Browser.State
  var seen: Seen

  struct Seen: Equatable, Sendable {
    var names: [String] = []
    var dead: [String] = []
    var notice: String?

    /// The version of the list that is shown.
    var version: Int64 = 0

    /// The number of edits that the store has not answered.
    var edits = 0

    var isSaving = false
    var pageCount = 0
    var pageFailure: String?
  }

  init(_ browser: Browser.State) {
    self.browser = browser
    seen = Seen(browser)
  }

  mutating func apply(_ event: SeenEvent) {
    guard let event = event.event else { return }
    Browser.reduce(&browser, event)
    // A session carries these out at once.
    for order in browser.session.orders {
      Browser.reduce(&browser, .session(.orderDone(number: order.number)))
    }
    seen = Seen(browser)
  }
}

extension SeenState.Seen {
  init(_ state: Browser.State) {
    let rows = state.list.listing?.sections.flatMap { Array($0.items) } ?? []
    names = rows.map(\.name.text)
    dead = rows.filter(\.isDead).map(\.name.text)
    notice = state.notice?.text.replacing(/\d+ s ago/, with: "just now")
    version = state.following.mark.version
    edits = state.storing.edits.count
    isSaving = state.listingToSave != nil
    pageCount = state.intake.pages.pageCount
    pageFailure = state.intake.pages.lastError?.reason
  }
}

/// An event that is compared by its text.
struct SeenEvent: Equatable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
  /// `nil` for an expected event.
  let event: Browser.Event?
  let description: String

  init(stringLiteral description: String) {
    event = nil
    self.description = description
  }

  init(_ event: Browser.Event) {
    self.event = event
    description =
      switch event {
      case .list(.listed(let listing)): "listed \(listing.count)"
      case .storing(.editsAnswered(let answers)): answers.map(Self.text).joined(separator: ", ")
      case .storing(.manyStored(let number, let summary, _)):
        "stored \(number): \(summary.changeCount) rows"
      case .following(.storeRead(_, .changes(let changes, _, _, let mark), _, _)):
        "read \(changes.count) changes up to \(mark.version)"
      case .following(.storeRead(_, .all(let flags, _, let mark), _, _)):
        "read all \(flags.count) flags of \(mark.version)"
      case .following(.storeUnread(_, let reason)): "unread: \(reason)"
      case .review(.reviewOpened(let name)): "review after \(name?.text ?? "nothing")"
      case .facts(.remarksRead(_, let remarks, _)):
        remarks.map { "\($0.key.text): \($0.value.note?.oneLine ?? "")" }.sorted()
          .joined(separator: ", ")
      case .cover(.reported(let request, _)): "reported \(request.report)"
      case .storing(.saved(let number, let notice)): "saved \(number): \(notice.text)"
      case .intake(.pageRead(let page)):
        "page of \(page.count)\(page.report.isEmpty ? "" : ": \(page.report)")"
      case .intake(.pages(.pageLoaded(let next))): next == nil ? "last page" : "page"
      case .intake(.pages(.pageFailed(let failure))): "page failed: \(failure.reason)"
      default: "\(event)"
      }
  }

  private static func text(_ answer: EditAnswer) -> String {
    switch answer {
    case .stored(let number, let result, _, _):
      "stored \(number): \(result.map { "\($0.changes.count)" } ?? "nothing")"
    case .found(let number, let step): "found \(number): \(step?.what ?? "nothing")"
    case .failed(let number, let reason, let isFinal):
      "failed \(number): \(reason)\(isFinal ? ", finally" : "")"
    }
  }

  static func == (left: Self, right: Self) -> Bool { left.description == right.description }
}
