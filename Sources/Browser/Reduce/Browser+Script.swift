extension Browser.State {
  /// Whether all is done that was asked for, so that the next line of a script finds the rows that it is
  /// about.
  package var isAtRest: Bool {
    let hasWork =
      !waiting.isEmpty || !orders.isEmpty || !edits.isEmpty || !saves.isEmpty
      || !shellCommands.isEmpty || leaving != nil || report != nil || waitsForFirstResult
    if hasWork || !intake.isAtRest || pageToRetry != nil || changesToRead != nil { return false }
    // A failed input is reported, and not waited for.
    if intake.failure != nil { return true }
    return listing != nil && searchToMake == nil && firstQuery == nil && review?.isOpening != true
  }
}
