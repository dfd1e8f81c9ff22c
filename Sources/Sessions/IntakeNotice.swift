import Browser
import NameSearch
import TerminalText

extension Browser.State {
  /// What plain mode, which has no status line, prints about the names that were read.
  var intakeNotice: Browser.Notice? {
    if let failure = intakeFailure { return .init(failure, isError: true) }
    if let notice = pagingNotice { return notice }
    guard intake.isComplete else { return nil }
    let names = "\(index.count.grouped) \(index.count.noun("name"))"
    let readOnly = settings.isReadOnly ? "read-only" : nil
    return .init([names, intakeRemark, readOnly].compactMap { $0 }.joined(separator: "; "))
  }
}
