package import ListLoading
package import ListModel
package import Browser
package import NameSearch
package import TerminalText

/// The settings of a session from arguments and environment, resolved before it starts.
package struct BrowseSettings {
  package var browser: Browser.Settings
  package var order: NameOrder

  /// The rows of the list and their order, as they are when it is called.
  ///
  /// A list that is empty when it is opened may get its columns, its sections or its recipe afterwards.
  /// `nil` for rows whose order is known from the start.
  package var orderedRows: (@Sendable () async throws -> (any RowSource, NameOrder))?

  /// Why the list of an option cannot be opened in place of this one; `nil` if it can.
  package var refusalOfList: @Sendable (String) async -> String? = { _ in nil }

  /// The minimum time between two searches while typing.
  package var throttle: Duration

  /// The height; `nil` for the whole screen.
  package var height: AreaHeight?

  /// Whether the terminal rewraps rows when its window gets narrower.
  package var wrapsRows: Bool

  package var usesMouse: Bool

  /// The path of the history; `nil` for none.
  package var historyPath: String?

  /// The list whose flags are shown and changed.
  package var list: ListName

  /// The path of the store; `nil` if nothing is stored.
  package var storePath: String?

  package init(
    browser: Browser.Settings, order: NameOrder, throttle: Duration, height: AreaHeight? = nil,
    wrapsRows: Bool, usesMouse: Bool, historyPath: String? = nil, list: ListName,
    storePath: String? = nil
  ) {
    self.browser = browser
    self.order = order
    self.throttle = throttle
    self.height = height
    self.wrapsRows = wrapsRows
    self.usesMouse = usesMouse
    self.historyPath = historyPath
    self.list = list
    self.storePath = storePath
  }
}
