/// The automatic retry that should be waited for now.
public struct PageRetry: Hashable, Sendable {
  /// How many automatic retries of this page came before, since the last manual one.
  public let number: Int

  /// The wait that the failure asks for; `nil` if it asks for none.
  public let earliest: Duration?

  /// How often this page has failed.
  public let attempt: Int

  /// How many pages were loaded before this one.
  public let pageNumber: Int

  /// How often the list has been started over.
  public let generation: Int
}
