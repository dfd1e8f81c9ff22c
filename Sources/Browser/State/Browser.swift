package import ListModel
package import NameSearch
package import Pagination
package import TerminalText

/// The list browser as a value, without terminal, files or clock.
///
/// `reduce` applies an `Event` to the `State`; the screen is drawn from the state alone. Wanted
/// effects (a search, an edit, a save, an order) are data in the state.
package enum Browser {
  /// The stored state; everything that can be derived from it is a computed property.
  package struct State: Sendable {
    package let settings: Settings

    /// The newest snapshot of the names; `listing` may still belong to an older one.
    package var index: NameIndex

    package var flags: FlagTable

    /// The last edit of very many rows; `nil` if there is none, or if its flags are out of date.
    var newestMany: ManyEdit?

    /// The rows on the screen: the result of one query in one snapshot; `nil` before the first result.
    package var listing: Listing?

    /// The last few listings of `index`, reused after a Backspace; each takes about a bit per name.
    var recent: [Listing] = []

    /// The lines above the rows: those of the options, then the first lines of the input.
    var header: [StyledText]

    /// The key that accepted the rows; `nil` if it was Enter.
    var acceptingKey: ExpectedKey?

    /// In plain mode, the rows printed last, which `#N` refers to.
    package var printed: Listing?

    /// The line at the prompt, as of the last event.
    var line = ""

    /// The text to search for.
    package var query = ""

    package var show: Show

    /// The row the user selected, or `nil`; a name, since row numbers change.
    package var selection: Name?

    /// The picked rows.
    package var picks = Picks()

    /// Whether to show nothing and handle no key, until it is known whether the user must be asked.
    package var waitsForFirstResult: Bool

    /// The first row in view; `nil` for the start of the list, whatever its first row is.
    package var top: Name?

    package var size = ScreenSize(columns: 80, rows: 24)
    package var intake: Intake
    package var storeFollowing: StoreFollowing

    /// The state of the list in the snapshot file; `nil` if no snapshot is usable.
    package var snapshot: SnapshotState?

    /// The outcome once all edits and saves are done; `nil` while the session continues.
    var leaving: Outcome?

    /// Whether the session is ending, so that keys typed now are not meant for it.
    package var isLeaving: Bool {
      leaving != nil || orders.contains { if case .leave = $0.order { true } else { false } }
    }

    /// The listings to write to files, oldest first.
    var saves: [PendingSave] = []

    /// In plain mode, the initial query, until its rows can be printed.
    var firstQuery: String?

    /// In plain mode, whether to print the rows of the next filter once they are found.
    var isPrintingShow = false

    /// The edits that the store has not answered, oldest first.
    package var edits: [PendingEdit] = []

    /// The number of the edit that the user has cancelled.
    package var editToCancel: Int?

    /// The command line of the newest edit or save that a command made.
    var submitted: (number: Int, line: String)?

    /// The number of the newest edit that was given to the store.
    var newestGiven = -1

    /// The orders for the session, oldest first.
    package var orders: [PendingOrder] = []

    /// User events that wait for the rows of a search, oldest first.
    package var waiting: [Event] = []

    /// The shell commands that wait for the terminal, oldest first.
    var shellCommands: [PendingShellCommand] = []

    package var preview = Preview()
    package var notice: Notice?

    /// The notice that an edit was refused, until the store has worked again for a while.
    var refusal: Notice?

    /// The number of the first edit that the user made after that.
    var firstAfterRefusal = 0

    package var overlay: Overlay? { didSet { coverNotice = nil } }

    /// Explains that the last key had no effect under the overlay, until the overlay changes.
    var coverNotice: Notice?

    /// The question that the next key answers.
    package var question: Question?

    /// The decisions and notes of this session, for the undo in review mode.
    var decisions = Decisions()

    /// The note or snooze that is being typed in the prompt that the program opened for it.
    var asked: AskedOperand?

    /// The state of review mode; `nil` outside.
    package var review: Review?

    /// Notes and snoozes of rows shown so far.
    var remarks: [Name: Remark] = [:]

    /// Counts the changes of `remarks`.
    var remarkRevision = 0

    /// When remarks were last read, from which the age of decisions is computed.
    var remarksReadAt = Moment(microseconds: 0)

    /// The notes to search, and the version of the list that they belong to.
    var noteTexts: NoteTexts?
    var noteMark: ListVersion?

    /// How many rows were decided today.
    var decidedToday = DecidedToday()

    /// In plain mode, the row that was printed last in review mode, with the facts about it.
    var printedInReview: (row: Row, remark: Remark)?

    /// The report that is requested from the store.
    var report: Report?

    /// Whether the column of index titles is shown.
    package var showsIndex = true

    /// Whether the next character typed is an index title to jump to.
    var isAskingForTitle = false

    /// The row that an undo changed, to be selected once it is listed.
    var rowToLookAt: Name?

    /// Whether C-x was typed, so that the status line shows the keys that can follow.
    var isTypingPrefix = false

    /// Whether there was no user event yet.
    var isUntouched = true

    /// Counts the events that may have changed what is shown.
    package var viewRevision = 0

    var endIsInView = false
    var pageYield = PageYield()

    var heights = RowHeights()

    /// The number of the next edit, save or order.
    var nextNumber = 1

    /// `mark` is the version of the list to which `flags` belong, and also `index` if it is given.
    package init(
      settings: Settings, order: NameOrder, flags: FlagTable? = nil, mark: ListVersion = .start,
      index: NameIndex? = nil
    ) {
      self.settings = settings
      show = settings.show
      header = Self.header(settings.header, settings.glyphs)
      intake = Intake(lookingFor: settings.isPaged ? settings.query : "")
      if settings.reviews { review = Review(queryBefore: settings.query) }
      waitsForFirstResult =
        settings.purpose == .picking && (settings.takesSingleMatch || settings.endsWithoutMatch)
      // In plain review, a line is an answer, but the initial query is not.
      let isAnswered = settings.isPlain && settings.reviews
      if settings.isPlain, !isAnswered, !settings.query.isEmpty { firstQuery = settings.query }
      if waitsForFirstResult || isAnswered { query = settings.query }
      if !settings.isPlain {
        let words = settings.openingHint ?? settings.previewRefusal
        notice = words.map { Notice($0, isError: true) }
      }
      storeFollowing = StoreFollowing(from: mark)
      self.index = index ?? NameIndex(order: order)
      self.flags = flags ?? FlagTable(for: settings.browsesKeptList ? .keptList : .source(nil))
      if settings.isPlain {
        print(lines: header)
        if let hint = settings.openingHint {
          print(lines: [StyledText(DisplayText(hint, glyphs: settings.glyphs))])
        }
      }
      if !waitsForFirstResult { explainPlainPicker() }
    }
  }

  /// Something that has happened, named in the past tense.
  package enum Event: Sendable {
    case lineEdited(String)
    case submitted(String)
    case commandGiven(Command, count: Int = 1, line: String)
    case reviewKeyPressed(ReviewCommand, count: Int = 1)

    /// Whether C-x was typed and waits for its next key.
    case prefixChanged(isTyped: Bool)

    /// A key of `--expect`, with the line when it was pressed.
    case expectedKeyPressed(ExpectedKey, line: String)

    /// A key without a binding in review mode; it may give a verdict of the list.
    case unknownKeyPressed(String, count: Int = 1)
    case pasteIgnored(characters: Int)
    case titleChosen(String?)
    case escaped

    /// Row and column of the frame, from 0.
    case clicked(row: Int, column: Int)
    case wheelTurned(lines: Int)

    /// The first row of a picker has been shown for a while.
    case rowSeen(Name)
    case interrupted(line: String)
    case inputEnded
    case resized(ScreenSize)
    case indexed(NameIndex, of: Int = 0, areAll: Bool = false)
    case pageRead(RowBatch)
    case pages(Pages.Event<PageCursor>)
    case textSettled(String)
    case listed(Listing)

    case editsAnswered([EditAnswer])
    case manyStored(number: Int, EditSummary, mark: ListVersion?)
    case saved(number: Int, Notice)

    /// Another list can be opened, unless there is a reason against it.
    case listFound(Name, refusal: String?)
    case orderDone(number: Int)
    case completionsListed([String])
    case storeTouched
    case storeRead(
      ChangeRequest, StoreUpdate, of: OthersNews = OthersNews(), at: Moment = .now)
    case storeUnread(ChangeRequest, reason: String)
    case noticed(Notice)

    /// The notice was printed, so an equal one after it must be printed as well.
    case noticePrinted
    case remarksRead(RemarkRequest, [Name: Remark], at: Moment = .now)
    case notesRead(NotesRequest, NoteTexts)

    /// The number of decisions that were counted, for version `at` of the list.
    case progressCounted(ProgressRequest, Int, at: ListVersion)
    case snoozesEnded([Name])
    case dayEnded
    case arrivalSeen(Arrival)

    /// The row that was decided last, where review mode begins; `nil` if there is none.
    case reviewOpened(after: Name?)
    case reported(ReportRequest, [StyledText])
    case previewChanged(PreviewRequest, Preview.News)
    case shellCommandEnded(number: Int, Notice?)

    /// The snapshot was written, or could not be.
    case snapshotEnded(SnapshotRequest)

    /// The snapshot that the names came from is damaged; with a text for the user.
    case snapshotDamaged(String)
  }
}
