import Browser
import NameSearch
import TerminalText

/// What the arguments and the environment say about a session, resolved before it begins.
///
/// Nothing of either is looked at afterwards.
struct BrowseSettings {
  /// What the browser itself has to know.
  var browser: Browser.Settings

  /// How names are ordered and put into sections.
  var order: NameOrder

  /// The shortest time between two searches while typing.
  var throttle: Duration

  /// The rows to browse in below the cursor; `nil` for the whole screen.
  var height: AreaHeight?

  /// Whether the terminal wraps rows again when its window gets narrower.
  var wrapsRows: Bool

  /// The file of the lines entered before; `nil` for none.
  var historyPath: String?

  /// The list of the store whose flags are shown and changed.
  var list: Name

  /// The store's file.
  var storePath: String
}
