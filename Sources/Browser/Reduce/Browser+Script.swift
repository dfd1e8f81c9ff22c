extension Browser.State {
  /// Whether everything that was requested is done, so that the next line of a script finds its rows.
  package var isAtRest: Bool {
    let hasWork =
      !waiting.isEmpty || !orders.isEmpty || !edits.isEmpty || !saves.isEmpty
      || !shellCommands.isEmpty || leaving != nil || report != nil || waitsForFirstResult
    if hasWork || !intake.isAtRest || pageToRetry != nil || changesToRead != nil { return false }
    if isReadingCurrentRow { return false }
    // A failed input is reported, and not waited for.
    if intake.failure != nil { return true }
    return listing != nil && searchToMake == nil && firstQuery == nil && review?.isOpening != true
  }
}
