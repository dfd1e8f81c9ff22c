import Browser
import NameSearch
import TerminalText

extension Browser.State {
  /// The notice about the rows that were read, for plain mode, which has no status line.
  var intakeNotice: Browser.Notice? {
    if let failure = intakeFailure { return .init(failure, isError: true) }
    if let notice = pagingNotice { return notice }
    guard intake.isComplete else { return nil }
    // A list that has never had rows may also be a misspelled name.
    let isNew = list.index.isEmpty && settings.browsesKeptList && !settings.isReadOnly
    let rows =
      switch (isNew, settings.openingHint) {
      case (false, _): "\(list.index.count.grouped) \(list.index.count.noun("row"))"
      case (true, nil): "list “\(settings.listName)” is empty; :add NAME to add a row"
      // That there is no such list was said at the start.
      case (true, _?): ":add NAME creates the list"
      }
    let readOnly = settings.isReadOnly ? "read-only" : nil
    return .init([rows, intakeRemark, readOnly].compactMap { $0 }.joined(separator: "; "))
  }
}
