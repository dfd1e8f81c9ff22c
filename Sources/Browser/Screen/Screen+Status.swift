import ListModel
import NameSearch
import Substrings
import TerminalText

extension Screen {
  var status: StyledText {
    if let question = state.cover.question { return line(for: question) }
    guard let notice = hint ?? state.notice ?? state.formatHint ?? intakeFailure else {
      let counts = DisplayText(summary.joined(separator: separator), glyphs: glyphs)
      return StyledText(counts + remark + greeting(beside: counts), .status).truncated(
        columns: columns, glyphs: glyphs)
    }
    return line(notice)
  }

  /// A notice, followed by as much of the summary as there is room for.
  ///
  /// If there is too little room, the name of the list is omitted first, then the hint of the
  /// notice, then the last counts.
  private func line(_ notice: Browser.Notice) -> StyledText {
    func styled(_ text: String) -> StyledText {
      let text = notice.isError ? fitted(error: text) : DisplayText(text, glyphs: glyphs)
      return StyledText(text, notice.isError ? .error : .notice)
    }
    let (whole, brief) = (styled(notice.text), styled(notice.brief))
    let (counts, activity) = (self.counts, self.activity)
    let others = Array(counts.dropFirst(state.settings.countsProgress ? 1 : 0))
    // What is going on is worth more than any count.
    let shorter = (0...others.count).map { (brief, Array(others.dropLast($0)) + activity) }
    let longer = [(whole, counts + activity), (whole, others + activity)]
    for (line, shown) in longer + shorter where !shown.isEmpty {
      let counts = DisplayText(shown.joined(separator: separator), glyphs: glyphs)
      let tail = StyledText(DisplayText(separator, glyphs: glyphs) + counts, .status)
      if line.columns + tail.columns <= columns { return line + tail }
    }
    return whole.truncated(columns: columns, glyphs: glyphs)
  }

  /// The possible answers are never cut off.
  private func line(for question: Browser.Question) -> StyledText {
    let answers = Browser.Question.answers
    let text = StyledText(DisplayText(question.text, glyphs: glyphs), .notice)
      .truncated(columns: max(columns - answers.count, 1), glyphs: glyphs).plainText
    return line(.init(text + answers))
  }

  /// Truncates an error at its start, usually a path; its end gives the reason.
  ///
  /// If a longer explanation follows, as that of a server, what happened stands before it: then only the path is
  /// shortened, or omitted, and the explanation is cut off.
  private func fitted(error text: String) -> DisplayText {
    func shown(_ text: some StringProtocol) -> DisplayText {
      DisplayText(String(text), glyphs: glyphs)
    }
    let whole = shown(text)
    if whole.columns <= columns { return whole }
    let sign = DisplayText.ellipsis(of: glyphs)
    let part = partToShorten(of: text)
    let rest = text[part.upperBound...]
    guard rest.dropFirst(2).firstRange(ofText: ": ") != nil else {
      return sign + whole.suffix(columns: columns - sign.columns)
    }
    let (before, after) = (shown(text[..<part.lowerBound]), shown(rest))
    let left = columns - before.columns - sign.columns - after.columns
    let path = shown(text[part]).suffix(columns: left)
    return (before + sign + path + (left > 0 ? after : after.dropping(columns: 2)))
      .truncated(columns: columns, glyphs: glyphs)
  }

  /// The first part between colons that looks like a path or an address, or else the first one.
  private func partToShorten(of text: String) -> Range<String.Index> {
    var (start, first) = (text.startIndex, Range<String.Index>?.none)
    while true {
      let colon = text[start...].firstRange(ofText: ": ")
      let part = start..<(colon?.lowerBound ?? text.endIndex)
      if text[part].utf8.contains(UInt8(ascii: "/")) { return part }
      let known = first ?? part
      guard let colon else { return known }
      (start, first) = (colon.upperBound, known)
    }
  }

  private var remark: DisplayText {
    guard state.prompt.query.isEmpty, let remark = state.intakeRemark else { return .empty }
    return DisplayText(separator + remark, glyphs: glyphs)
  }

  /// The longest hint for the first run that fits after the counts.
  private func greeting(beside counts: DisplayText) -> DisplayText {
    guard state.settings.isFirstRun, state.review == nil, remark.isEmpty,
      state.list.listing?.count(of: .dead) ?? 0 == 0
    else {
      return .empty
    }
    let act = state.settings.purpose == .picking ? "Enter to pick it" : "Enter marks it dead"
    let lines = ["type to narrow, ↓ to select, \(act), F1 for help", "F1 for help"]
    let texts = lines.map { DisplayText(separator + $0.inGlyphs(glyphs), glyphs: glyphs) }
    return texts.first { counts.columns + $0.columns <= columns } ?? .empty
  }

  /// The keys that can follow C-x, each with its command.
  private var keysAfterPrefix: Browser.Notice {
    let keys = Command.allCases.filter { !$0.needsStore || state.settings.usesStore }
      .compactMap { command in
        command.keyAfterPrefix.map { "\($0) \(command.rawValue)" }
      }
    return .init("C-x: " + keys.joined(separator: ", "))
  }

  private var hint: Browser.Notice? {
    if state.prompt.isTypingPrefix { return keysAfterPrefix }
    if let refusal = state.cover.coverNotice { return refusal }
    switch state.cover.overlay {
    case .completions, nil: return nil
    case .sections where state.notice != nil: return state.notice
    case .help, .name, .sections, .report: break
    }
    return .init("↑ ↓ to scroll, q to close".inGlyphs(glyphs))
  }

  private var summary: [String] { counts + activity }

  /// What is counted, most important first.
  private var counts: [String] {
    var parts: [String] = []
    let paging = state.pagingSummary(sign: pace.sign(state.settings.drawing))
    if let listing = state.list.listing {
      let total = listing.matches.index.count
      if state.settings.countsProgress { parts.append(listName) }
      if state.review == nil || listing.count < total || !paging.isEmpty {
        parts += paging.isEmpty ? ["\(listing.count.grouped) of \(total.grouped)"] : paging
      }
      if state.settings.countsProgress || state.review != nil && paging.isEmpty {
        parts += progress(listing)
      } else if listing.count(of: .dead) > 0 {
        parts.append("\(listing.count(of: .dead).grouped) dead")
      }
    }
    parts += [state.picksSummary, state.ticksSummary].compactMap { $0 }
    // The hints are shown instead of the query's line.
    if state.takesPlainKeys, !state.prompt.query.isEmpty { parts.append("“\(state.prompt.query)”") }
    if let (word, _) = state.settings.decidedAs { parts.append("\(word) when opened") }
    if state.list.show != .all { parts.append("\(state.list.show.text) only") }
    if state.settings.isReadOnly { parts.append("read-only") }
    return parts
  }

  /// What is going on.
  private var activity: [String] {
    var parts: [String] = []
    if !state.storing.edits.isEmpty { parts.append("saving") }
    if !state.settings.isPaged, !state.intake.areShown, state.intake.failure == nil {
      parts.append(loading)
    }
    return parts
  }

  /// The name of the list, if there is room for it beside the counts.
  private var listName: String {
    DisplayText(state.settings.listName, glyphs: glyphs)
      .truncated(columns: max(columns / 3, 8), glyphs: glyphs).text
  }

  /// How many rows are decided; in review mode, with the number of rows that are left.
  private func progress(_ listing: Listing) -> [String] {
    var parts = state.progress
    let ofAll = state.settings.part == nil ? 0 : 1
    guard state.review != nil, parts.indices.contains(ofAll) else { return parts }
    let changed = listing.count(of: .changed)
    parts[ofAll] += ", \(listing.rowCounts.open.grouped) open"
    if changed > 0 { parts[ofAll] += ", \(changed.grouped) changed" }
    return parts
  }

  private var loading: String {
    guard state.intake.count > 0 else { return "loading…" }
    let rate = pace.perSecond.map { ", \($0.rounded)/s" } ?? ""
    return "\(pace.sign(state.settings.drawing)) loading \(state.intake.count.rounded)…\(rate)"
  }

  private var separator: String { glyphs == .unicode ? " · " : " - " }

  private var intakeFailure: Browser.Notice? {
    state.intakeFailure.map { .init($0, isError: true) }
  }
}

extension Browser.State {
  /// How many rows are decided, and how many of them today; nothing before the first decision.
  var progress: [String] {
    guard let listing = list.listing else { return [] }
    let decided = listing.count(of: .dead) + listing.count(of: .ok)
    let all = listing.matches.index.count - listing.hiddenCount
    var parts: [String] = []
    if let part = listing.part {
      parts.append("\(part.decided.grouped) of \(part.count.grouped) of your part")
      parts.append("\(decided.grouped) of \(all.grouped) in all")
    } else if decided > 0 || review != nil {
      parts.append("\(decided.grouped) of \(all.grouped) decided")
    }
    if settings.countsProgress, facts.decidedToday.isCurrent, facts.decidedToday.count > 0 {
      parts.append("\(facts.decidedToday.count.grouped) today")
    }
    return parts
  }

  package var intakeFailure: String? {
    if !settings.isPaged, let failure = intake.failure { return "\(failure)\(failure.advice)" }
    return following.failure.map { "the rows shown may be out of date: \($0)" }
  }

  /// The skipped lines and the repeated names of the input.
  package var intakeRemark: String? {
    var parts = intake.remark.map { [$0] } ?? []
    if intake.isComplete, list.index.duplicateCount > 0 {
      let count = list.index.duplicateCount
      parts.append("\(count.grouped) duplicate \(count.noun("row")) skipped")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}

extension Int {
  /// In thousands or millions with one decimal, as in `1.2M`.
  fileprivate var rounded: String {
    switch self {
    case ..<1_000: String(self)
    case ..<1_000_000: "\(self / 1_000).\(self / 100 % 10)k"
    default: "\(self / 1_000_000).\(self / 100_000 % 10)M"
    }
  }
}
