package import FeedbackLoop
package import ListModel
package import NameSearch
import TerminalText

/// The list browser as a value, without terminal, files or clock.
///
/// `reduce` applies an `Event` to the `State`; the screen is drawn from the state alone. Wanted
/// effects (a search, an edit, a save, an order) are data in the state.
///
/// Each part of the state has a folder, with its events, its queries and its reducer.
package enum Browser {
  /// The stored state; everything that can be derived from it is a computed property.
  package struct State: Sendable {
    package let settings: Settings

    /// The line at the prompt, and the keys that wait for their rows.
    package var prompt = Prompt()

    /// The rows that are browsed: names, flags, and those of them that match.
    package var list: List

    /// What of the rows is on the screen, and which row is selected.
    package var view: View

    /// How far the source of the names has been read.
    package var intake: Intake

    /// Edits and files that are being written.
    package var storing = Storing()

    /// How far the changes of others have been read.
    package var following: Following

    /// What the store knows of rows beside their flags.
    package var facts = Facts()

    /// The state of review mode; `nil` outside.
    package var review: Review?

    /// The rows that a picker takes.
    package var picking: Picking

    package var preview = Preview()

    /// What covers the rows, and the question that the next key answers.
    package var cover = Cover()

    /// What the session must do once, and how it ends.
    package var session = Session()

    /// The message of the status line, which every part may set.
    package var notice: Notice?

    /// Counts the events that may have changed what is shown.
    package var viewRevision = 0

    /// Whether the event that is being applied may change what is shown.
    var mayLookDifferent = true

    /// `mark` is the version of the list to which `flags` belong, and also `index` if it is given.
    package init(
      settings: Settings, order: NameOrder, flags: FlagTable? = nil, mark: ListVersion = .start,
      index: NameIndex? = nil
    ) {
      self.settings = settings
      list = List(
        index: index ?? NameIndex(order: order),
        flags: flags ?? FlagTable(for: settings.browsesKeptList ? .keptList : .source(nil)),
        show: settings.show)
      view = View(header: Self.header(settings.header, settings.glyphs))
      intake = Intake(lookingFor: settings.isPaged ? settings.query : "")
      following = Following(from: mark)
      picking = Picking(
        waitsForFirstResult: settings.purpose == .picking
          && (settings.takesSingleMatch || settings.endsWithoutMatch))
      if settings.reviews { review = Review(queryBefore: settings.query) }
      // In plain review, a line is an answer, but the initial query is not.
      let isAnswered = settings.isPlain && settings.reviews
      if settings.isPlain, !isAnswered, !settings.query.isEmpty {
        intake.firstQuery = settings.query
      }
      if picking.waitsForFirstResult || isAnswered { prompt.query = settings.query }
      if settings.isPlain {
        print(lines: view.header)
        if let hint = settings.openingHint {
          print(lines: [StyledText(DisplayText(hint, glyphs: settings.glyphs))])
        }
      } else {
        let words = settings.openingHint ?? settings.previewRefusal
        notice = words.map { Notice($0, isError: true) }
      }
      if !picking.waitsForFirstResult { explainPlainPicker() }
    }
  }

  /// Something that has happened, to one of the parts; named in the past tense.
  package enum Event: Sendable {
    case prompt(Prompt.Event)
    case list(List.Event)
    case view(View.Event)
    case intake(Intake.Event)
    case storing(Storing.Event)
    case following(Following.Event)
    case facts(Facts.Event)
    case review(Review.Event)
    case picking(Picking.Event)
    case preview(Preview.Event)
    case cover(Cover.Event)
    case session(Session.Event)
    case noticed(Notice)

    /// The notice was printed, so an equal one after it must be printed as well.
    case noticePrinted
  }
}

// MARK: Reducing

extension Browser {
  /// Applies one event to the state; pure and total.
  ///
  /// Each part takes its own events. What an event means for other parts follows: keys that waited
  /// for it act, and then come the consequences of any event.
  package static var reduce: Loop<State, Event>.Reduce {
    Loop.combine(
      { state, _ in state.mayLookDifferent = true },
      Loop.scope(\.view, event: { if case .view(let event) = $0 { event } else { nil } }) {
        view, event in
        view.apply(event)
      },
      Loop.scope(\.preview, event: { if case .preview(let event) = $0 { event } else { nil } }) {
        preview, event in
        preview.apply(event)
      },
      { state, event in state.apply(event) },
      { state, event in state.releaseKeys(after: event) },
      { state, event in
        guard state.mayLookDifferent else { return }
        state.followUp()
        // Review leaves a row that someone else has decided, before it is printed again.
        if case .following(.storeRead) = event { state.askForDecision() }
      })
  }
}

extension Browser.State {
  /// Gives an event to its part; what parts do here reaches into others.
  fileprivate mutating func apply(_ event: Browser.Event) {
    switch event {
    case .prompt(let event): apply(event)
    case .list(let event): apply(event)
    case .intake(let event): apply(event)
    case .storing(let event): apply(event)
    case .following(let event): apply(event)
    case .facts(let event): apply(event)
    case .review(let event): apply(event)
    case .picking(let event): apply(event)
    case .cover(let event): apply(event)
    case .session(let event): apply(event)
    case .noticed(let notice): self.notice = notice
    case .noticePrinted: (notice, mayLookDifferent) = (nil, false)
    case .view, .preview: break
    }
  }

  /// Lets the keys act that have waited for what an event brought.
  fileprivate mutating func releaseKeys(after event: Browser.Event) {
    switch event {
    case .storing(.editsAnswered), .storing(.manyStored), .facts(.remarksRead),
      .review(.reviewOpened):
      askForDecision()
      handleWaiting()
    case .list, .intake(.pages): handleWaiting()
    default: break
    }
  }

  /// Applies the consequences of any event, in an order in which each step finds what it needs.
  fileprivate mutating func followUp() {
    // Edits that waited for the store come first, because later steps check whether the store is idle.
    giveEdits()
    noteShownRows()
    let awaitedRow = awaitsRow
    // Review may select another row, which determines the rows that must be in view.
    advanceIfDecidedElsewhere()
    // A row that the user left and selects again is known.
    if review?.arrival?.name != view.selection { review?.arrival = nil }
    advanceIfRowsArrived()
    viewRevision += 1
    // A page counts by the rows that it brought. Whether to load another page depends on that, and
    // on whether the end of the rows is in view, which is known once the selection is in view.
    countPages()
    keepSelectionInView()
    dropStaleHint()
    wantPageInView()
    // Once no more pages are wanted, no key must wait for their rows.
    if awaitedRow, !awaitsRow { handleWaiting() }
    // A picker may end without asking, and a session may end, only after the steps above: an edit
    // or a page keeps it open.
    askIfNeeded()
    leaveIfDone()
    // The preview shows the row that is selected after all other steps.
    followPreview()
  }
}
