/// All exit codes of the program.
package enum ExitStatus: Int32, Error {
  /// Rows were printed, picked or changed, or the user left the browser.
  case done = 0
  /// Nothing was matched, picked or changed.
  case nothing = 1
  /// Wrong usage, unreadable input, or an error of the store.
  case failed = 2
  /// The browser was interrupted, or the user left a picker without picking.
  case abandoned = 130
}

/// An error with a message for the user: what failed, on what, and why.
package struct Failure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
