package import Edits
package import NameSearch
package import Pagination
package import TerminalText

/// The list browser as a value: no terminal, no file, no clock.
///
/// `State` is all the screen is drawn from, `Event` all that can happen to it, `reduce` the one place where
/// the second changes the first. What the browser wants of the world it says as data: a search, an edit, an order.
package enum Browser {
  /// The facts the screen is drawn from, and no more: the rest are queries.
  package struct State: Sendable {
    /// What does not change while the browser runs.
    package let settings: Settings

    /// The newest rows there are; the listing may still be of an older snapshot.
    package var index: NameIndex

    /// What is kept about the names of the list.
    package var flags: FlagTable

    /// The rows of one query over one snapshot, which the screen shows.
    ///
    /// `nil` before the first answer.
    package var listing: Listing?

    /// The last few listings of the newest names: taking back a letter asks for one of them again.
    ///
    /// One costs about a bit for each name.
    var recent: [Listing] = []

    /// The rows that were printed last and are numbered, where nothing else shows rows.
    package var printed: Listing?

    /// What stands at the prompt, as far as it has been told.
    var line = ""

    /// The text the rows are wanted for.
    package var query = ""

    /// Which rows are wanted, by their flags.
    package var show: Show

    /// The row the user chose, held by identity; `nil` when none is.
    package var selection: Name?

    /// The first row in view, held by identity; `nil` at the start of the list, whatever comes there.
    package var top: Name?

    /// The size of the window, in columns and rows.
    package var size = ScreenSize(columns: 80, rows: 24)

    /// How the names come in.
    package var intake: Intake

    /// How far what other programs do to the store has been followed.
    package var storeFollowing = StoreFollowing()

    /// How the session ends as soon as everything that was asked for is on the disk; `nil` while it goes on.
    var leaving: Outcome?

    /// True once the session is to end: keys typed after that are not for it.
    package var isLeaving: Bool {
      leaving != nil || orders.contains { if case .leave = $0.order { true } else { false } }
    }

    /// The listings that are to be written to files, oldest first.
    var saves: [PendingSave] = []

    /// What is to be printed as soon as there are rows, where rows are printed.
    var firstQuery: String?

    /// The edits the store has yet to answer, oldest first: at most the first is under way.
    package var edits: [PendingEdit] = []

    /// What the session is to do, oldest first.
    package var orders: [PendingOrder] = []

    /// What the user did that needs rows which are still being looked for, oldest first.
    package var waiting: [Event] = []

    /// One line for the user, or `nil`.
    package var notice: Notice?

    /// What covers the rows, or `nil`.
    package var overlay: Overlay?

    /// Whether the column of index titles is shown.
    package var showsIndex = true

    /// Whether the next letter is one to jump to.
    var isAskingForTitle = false

    /// A row that an undo has changed and that is still to be listed.
    var rowToLookAt: Name?

    /// Whether the user has done nothing so far.
    var isUntouched = true

    /// Whether the end of the rows is in view.
    var endIsInView = false

    /// What the last pages have brought.
    var pageYield = PageYield()

    /// What the source says of rows besides their names.
    var details: [Name: String] = [:]

    /// How many lines names take.
    var heights = RowHeights()

    /// The number the next edit or order gets.
    var nextNumber = 1

    /// Opens the browser on no rows at all, with nothing typed.
    package init(settings: Settings, order: NameOrder, flags: FlagTable? = nil) {
      self.settings = settings
      show = settings.show
      intake = Intake(lookingFor: settings.isPaged ? settings.query : "")
      if settings.isPlain, !settings.query.isEmpty { firstQuery = settings.query }
      self.index = NameIndex(order: order)
      self.flags = flags ?? FlagTable(for: settings.browsesKeptList ? .keptList : .source(nil))
    }
  }

  /// What does not change while the browser runs.
  package struct Settings: Sendable {
    /// What the browser is for.
    package enum Purpose: Sendable {
      /// To work through the list.
      case editing
      /// To choose one row and end.
      case picking
    }

    /// What the browser is for.
    package var purpose = Purpose.editing

    /// The rule by which a query matches a name.
    package var match = NameQuery.MatchRule.words

    /// When case and accents count.
    package var sensitivity = NameQuery.Sensitivity.smart

    /// Whether marks and lines are drawn in ASCII.
    package var glyphs = Glyphs.unicode

    /// Whether colours are shown; everything can be told apart without them, too.
    package var isColored = true

    /// Whether the prompt stands above the rows instead of below.
    package var isReversed = false

    /// Whether a short list is to leave the rest of the rows there are to what was on the terminal.
    package var takesOnlyRowsNeeded = false

    /// Whether nothing was ever kept: the user may not know the keys yet.
    package var isFirstRun = false

    /// Whether what is printed stands above the list, instead of where the program was called.
    package var printsAbove = false

    /// Whether rows that come and go are animated.
    package var isAnimated = true

    /// Whether rows are printed and numbered, with nothing redrawn.
    package var isPlain = false

    /// The kept list the edits go to.
    package var listName = "default"

    /// The kept lists there are, to complete their names.
    package var listNames: [String] = []

    /// Whether the rows are the kept list itself, rather than names from a file or a pipe.
    package var browsesKeptList = true

    /// Whether the rows come page by page, as they are looked at, from a source that may say more of them.
    package var isPaged = false

    /// When a page that failed is tried again by itself; `nil` for never.
    package var retryPolicy: RetryPolicy?

    /// Whether the names can be read again from their beginning: what came through a pipe is gone.
    package var canStartOver = true

    /// Whether nothing may be left out of the names.
    package var isStrict = false

    /// What was typed before the start.
    package var query = ""

    /// Whether nothing can be edited, because the store is only to be read.
    package var isReadOnly = false

    /// Which rows are shown at the start, by their flags.
    package var show = Show.all

    /// Editing a kept list, in Unicode, redrawn live.
    package init() {}
  }

  /// Something that happened, in the past tense; never an order.
  package enum Event: Sendable {
    case lineEdited(String)
    case submitted(String)
    case commandGiven(Command, count: Int = 1, line: String)
    case titleChosen(String?)
    case escaped
    case interrupted(line: String)
    case inputEnded
    case resized(ScreenSize)
    case indexed(NameIndex, of: Int = 0, areAll: Bool = false)
    case pageRead(PageNews)
    case pages(Pages.Event<PageCursor>)
    case textSettled(String)
    case listed(Listing)
    case editStored(number: Int, EditResult?)
    case editFailed(number: Int, reason: String)
    case orderDone(number: Int)
    case completionsListed([String])
    case storeTouched
    case storeRead(StoreLook, [Name: Flags]?)
    case storeUnread(StoreLook, reason: String)
    case saved(Notice)
  }

  /// Which rows are shown, by their flags.
  package enum Show: String, CaseIterable, Sendable {
    case all, alive, dead, liked

    /// What is out of sight otherwise.
    case dropped
  }
}
