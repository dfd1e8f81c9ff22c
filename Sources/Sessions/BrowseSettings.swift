import Browser
import NameSearch
import TerminalText

/// What a session needs from the arguments and the environment, resolved before it starts.
struct BrowseSettings {
  var browser: Browser.Settings
  var order: NameOrder

  /// The shortest time between two searches while typing.
  var throttle: Duration

  /// `nil` for the whole screen.
  var height: AreaHeight?

  /// Whether the terminal rewraps rows when its window gets narrower.
  var wrapsRows: Bool

  var usesMouse: Bool

  /// `nil` for no history.
  var historyPath: String?

  /// The list whose flags are shown and changed.
  var list: Name

  /// `nil` if nothing is stored.
  var storePath: String?
}
