import Browser
import ListModel
import NameSearch
import Pagination
import SectionedData
import TargetStore
import TerminalText
import Testing

/// A browser with a real store and a searcher, which answer at once or when told to.
struct BrowserDriver {
  private(set) var state: Browser.State
  private let store: DriverStore

  /// Whether searches are answered automatically after every event.
  var answersSearches = true

  /// Whether edits are answered automatically after every event.
  var answersEdits = true

  /// Whether notes and dates of decisions are read automatically after every event.
  var answersRemarks = true

  /// Whether the user sees at once which row follows one that others have settled.
  var seesArrivals = true

  /// Whether the decisions of today are counted automatically after every event.
  var countsDecisions = false

  /// Whether each list to open is found.
  var findsLists = true

  init(
    _ names: [String] = [], areAll: Bool = true, rows: Int = 24, columns: Int = 60,
    _ change: (inout Browser.Settings) throws -> Void = { _ in }
  ) throws {
    var settings = Browser.Settings()
    try change(&settings)
    state = Browser.State(
      settings: settings, order: NameOrder(),
      flags: FlagTable(for: settings.browsesKeptList ? .keptList : .source("source")))
    let names = try names.map { try Name($0) }
    store = DriverStore(rows: settings.browsesKeptList ? names : [])
    send(.view(.resized(ScreenSize(columns: columns, rows: rows))))
    guard !settings.isPaged else { return }
    send(.intake(.pageRead(.of(count: names.count))))
    send(.list(.indexed(state.list.index.adding(NameBatch(names)), areAll: areAll)))
    send(.intake(.pages(.pageLoaded(next: nil))))
  }

  mutating func send(_ event: Browser.Event) {
    Browser.reduce(&state, event)
    if answersSearches { answerSearch() }
    if answersEdits { answerEdits() }
    while answersRemarks, let request = state.remarksToRead,
      let found = store.remarks(on: request.names)
    {
      Browser.reduce(&state, .facts(.remarksRead(request, found)))
    }
    if countsDecisions, let request = state.progressToCount, let counted = store.countDecided() {
      Browser.reduce(&state, .facts(.progressCounted(request, counted.count, at: counted.mark)))
    }
    if seesArrivals, let arrival = state.arrivalToSee {
      Browser.reduce(&state, .review(.arrivalSeen(arrival)))
    }
    if findsLists, let list = state.listToFind { send(.session(.listFound(list, refusal: nil))) }
    if state.opensReview { send(.review(.reviewOpened(after: store.nameDecidedLast()))) }
  }

  /// Presses keys of review mode, with a number before the first one.
  mutating func review(_ keys: ReviewCommand..., count: Int = 1) {
    for (place, key) in keys.enumerated() {
      send(.prompt(.reviewKeyPressed(key, count: place == 0 ? count : 1)))
    }
  }

  /// Types a text and handles it as a single edit.
  mutating func type(_ text: String) {
    send(.prompt(.lineEdited(text)))
  }

  mutating func press(_ commands: Command..., line: String? = nil) {
    for command in commands {
      send(.prompt(.commandGiven(command, line: line ?? state.prompt.query)))
    }
  }

  mutating func press(_ command: Command, times: Int) {
    send(.prompt(.commandGiven(command, count: times, line: state.prompt.query)))
  }

  /// Undoes the last edit, and answers yes if there is a question.
  mutating func undo() {
    press(.undo)
    if state.cover.question != nil { type(state.prompt.query + "y") }
  }

  mutating func enter(_ line: String? = nil) {
    send(.prompt(.submitted(line ?? state.prompt.query)))
  }

  mutating func answerSearch() {
    while state.list.listing?.request != state.search, let listing = Listing(state.search) {
      Browser.reduce(&state, .list(.listed(listing)))
    }
  }

  mutating func answerEdits() {
    while let edits = state.editsToStore {
      catchUp()
      if case .many(let decision, let many) = edits[0].operation {
        guard let (summary, mark) = store.carryOut(decision, on: many) else { return }
        Browser.reduce(&state, .storing(.manyStored(number: edits[0].number, summary, mark: mark)))
      } else {
        guard let answers = store.answers(to: edits) else { return }
        for case .stored(_, let result?, _, _) in answers where state.settings.browsesKeptList {
          let gone = result.changes.filter { !$0.after.isListed }.map(\.name)
          if !gone.isEmpty {
            Browser.reduce(&state, .list(.indexed(state.list.index.removing(gone))))
          }
        }
        Browser.reduce(&state, .storing(.editsAnswered(answers)))
      }
      if answersSearches { answerSearch() }
    }
  }

  /// Creates the stored list only now, and learns its version.
  private mutating func catchUp() {
    guard !store.isOpen, let mark = store.mark() else { return }
    Browser.reduce(&state, .following(.storeTouched))
    guard let look = state.changesToRead else { return }
    Browser.reduce(&state, .following(.storeRead(look, .changes([], upTo: mark))))
  }

  // MARK: Another run of the program

  /// Adds names to the list as someone else.
  mutating func arrive(_ names: [Name]) {
    store.addElsewhere(names)
    send(.list(.indexed(state.list.index.adding(NameBatch(names)))))
  }

  /// Drops a name from the list as someone else.
  mutating func vanish(_ name: Name) {
    store.dropElsewhere(name)
    send(.list(.indexed(state.list.index.removing([name]))))
  }

  /// Edits as someone else; the browser learns of it with `look()`.
  mutating func editElsewhere(_ action: Edit.Action, _ names: Name..., note: Note? = nil) {
    catchUp()
    store.editElsewhere(action, names, note: note)
  }

  /// Mirrors as someone else; the browser learns of it with `look()`.
  mutating func mirrorElsewhere(
    _ rows: [(name: Name, revision: String?)], keepsOrder: Bool = false
  ) {
    catchUp()
    var batch = NameBatch()
    for (name, revision) in rows { batch.append(name, revision: revision) }
    store.mirrorElsewhere(batch, keepsOrder: keepsOrder)
  }

  /// Makes the store keep this many steps for undo.
  func keepSteps(_ count: Int) { store.keepSteps(count) }

  /// Undoes the last edit as someone else; the browser learns of it with `look()`.
  func undoElsewhere() { store.undoElsewhere() }

  /// Deletes the list as someone else, and makes another of its name with the same rows.
  func replaceList() { store.replaceElsewhere() }

  /// The stored note of a row.
  func note(of name: String) throws -> String? {
    let name = try Name(name)
    return store.remarks(on: [name])?[name]?.note?.text
  }

  /// The version of the stored list.
  var storedVersion: ListVersion? { store.mark() }

  /// Reports that the store was touched: the changes of the list are read, added and dropped rows first.
  mutating func look() throws {
    send(.following(.storeTouched))
    let look = try #require(state.changesToRead)
    guard let news = store.changes(since: look.mark) else { return try readAll(for: look) }
    if state.settings.browsesKeptList {
      let rows = Dictionary(grouping: news.changes) { $0.flags.isListed }
      let index = state.list.index.removing(rows[false, default: []].map(\.name))
      let new = rows[true, default: []].map(\.name).filter { index.row(of: $0) == nil }
      send(.list(.indexed(index.adding(NameBatch(new)))))
    }
    let others = try #require(store.others(look, upTo: news.mark))
    let changed = Set(news.changes.map(\.name))
    let told = Set(look.told.filter(changed.contains))
    let said = try #require(store.remarks(on: Array(told)))
    let remarks = Dictionary(uniqueKeysWithValues: told.map { ($0, said[$0] ?? Remark()) })
    send(
      .following(
        .storeRead(look, .changes(news.changes, remarks: remarks, upTo: news.mark), of: others)))
  }

  /// Reads all flags, and then all rows from the first page on, because the whole list was changed.
  private mutating func readAll(for look: Browser.ChangeRequest) throws {
    let (flags, mark) = try #require(store.flags(beside: look.flags))
    let others = try #require(store.others(look, upTo: mark))
    send(.following(.storeRead(look, .all(flags, at: mark), of: others)))
    let (batch, empty) = (store.batch, NameIndex(order: state.list.index.order))
    var first = NameBatch()
    for place in 0..<(batch.count / 2) { first.append(batch[place]) }
    let list = state.intake.pages.generation
    send(.list(.indexed(empty.adding(first), of: list)))
    send(.list(.indexed(empty.adding(batch), of: list, areAll: true)))
    send(.intake(.pages(.pageLoaded(next: nil))))
  }

  /// The steps that can be undone, oldest first.
  var steps: [String] { store.steps.map(\.what) }

  // MARK: What there is to see

  /// The orders that were not carried out yet, as text.
  var orders: [String] {
    state.session.orders.map { pending in
      switch pending.order {
      case .consumeLine(let text, _): "consume \(text)"
      case .clearLine: "clear"
      case .setLine(let text): "set \(text)"
      case .print(let printout):
        "print " + printout.lines.map(\.plainText).joined(separator: "|")
      case .printAll(let listing): "print all \(listing.count)"
      case .remember(let line): "remember \(line)"
      case .redraw: "redraw"
      case .leave(.picked(let picked)):
        "leave picked(" + picked.rows.map(\.name.text).joined(separator: ", ") + ")"
      case .leave(let outcome): "leave \(outcome)"
      }
    }
  }

  /// The names listed, in order.
  var names: [String] {
    state.list.listing?.sections.flatMap { $0.items.map(\.name.text) } ?? []
  }

  var dead: [String] {
    state.list.listing?.sections.flatMap { $0.items.filter(\.isDead).map(\.name.text) } ?? []
  }

  /// The line above the prompt.
  var status: String { screen().dropLast().last ?? "" }

  /// The question, with every date in it replaced by `DAY`.
  var question: String? {
    state.cover.question?.text.replacing(/of \d{1,2} [A-Z][a-z]{2}/, with: "of DAY")
  }

  /// The notice, with the seconds since an event replaced by 0.
  var notice: String? { state.notice?.text.replacing(/\d+ s ago/, with: "just now") }

  func frame(line: String? = nil) -> Frame {
    let line = EditorLine(prompt: "targets> ", beforeCursor: line ?? state.prompt.query)
    return Screen(of: state, line: line).frame
  }

  /// The lines of the screen, without spaces at their ends; a trailing part follows a bar.
  func screen(line: String? = nil) -> [String] {
    frame(line: line).lines.map { line in
      let body = line.body.plainText
      let text = line.trailing.map { body + "|" + $0.plainText } ?? body
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }
}
