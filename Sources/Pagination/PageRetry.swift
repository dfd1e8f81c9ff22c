/// The retry that is waited for now.
public struct PageRetry: Hashable, Sendable {
  /// How many retries of this page came by themselves since it was last asked for.
  public let number: Int

  /// The wait that the failure asks for, or `nil` if it leaves that open.
  public let earliest: Duration?

  /// How often this page has failed.
  public let attempt: Int

  /// How many pages were loaded before this one.
  public let pageNumber: Int

  /// How often the list has been started over.
  public let generation: Int
}
