import Browser
import NameSearch
import TerminalText

extension Browser.State {
  /// What there is to say of the names that came in, where no status line says it.
  var intakeNotice: Browser.Notice? {
    if let failure = intakeFailure { return .init(failure, isError: true) }
    if let notice = pagingNotice { return notice }
    guard intake.isComplete else { return nil }
    let names = "\(index.count) \(index.count.noun("name"))"
    let readOnly = settings.isReadOnly ? "read-only" : nil
    return .init([names, intakeRemark, readOnly].compactMap { $0 }.joined(separator: "; "))
  }
}
