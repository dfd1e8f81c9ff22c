/// Why a page could not be read, in words, so that it can be kept in a state and compared.
public struct PageFailure: Error, Hashable {
  /// One line for the user.
  public let reason: String

  /// Makes a failure out of its words.
  public init(reason: String) {
    self.reason = reason
  }

  /// Makes a failure that says what `error` says.
  public init(_ error: any Error) {
    self = error as? PageFailure ?? PageFailure(reason: "\(error)")
  }
}

extension PageFailure: CustomStringConvertible {
  /// The reason.
  public var description: String {
    reason
  }
}
