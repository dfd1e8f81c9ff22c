import ListModel
import NameSearch
import Pagination
import TerminalText

extension Browser.State {
  /// The loading state after the last row, with the spinner `sign`; `nil` at the end of the list.
  func endLine(sign: String, columns: Int) -> StyledText? {
    guard settings.isPaged, !intake.isComplete, list.listing != nil else { return nil }
    if let failure = intake.failure { return line(of: failure, columns: columns) }
    var parts: [String] = []
    if list.listing?.count == 0, loadedCount > 0 { parts.append("no match among \(loadedRows)") }
    let text: String
    if intake.pages.isLoading {
      text = sign + " " + (parts + ["loading…"]).joined(separator: ", ")
    } else {
      if parts.isEmpty { parts.append(loadedRows) }
      text = parts.joined() + dash + "\(moreKey) to load more"
    }
    let line = DisplayText("  " + text, glyphs: settings.glyphs)
    return StyledText(line.truncated(columns: columns, glyphs: settings.glyphs), .status)
  }

  /// The reason may be cut off, but not the keys that help.
  private func line(of failure: PageFailure, columns: Int) -> StyledText {
    let help = longestWait.map { "retrying within \($0.inSeconds), or \(retryKey)" }
    let glyphs = settings.glyphs
    let tail = DisplayText(dash + (help ?? retryKey), glyphs: glyphs)
    let reason = DisplayText("  " + failure.reason, glyphs: glyphs)
    let fitted = reason.truncated(columns: max(columns - tail.columns, 0), glyphs: glyphs)
    return StyledText(fitted + tail, .error).truncated(columns: columns, glyphs: glyphs)
  }

  /// The longest wait before the automatic retry; `nil` if there is no retry.
  private var longestWait: Duration? {
    guard let policy = settings.retryPolicy, let retry = pageToRetry else { return nil }
    return policy.delay(before: retry, chance: 0)
  }

  /// The loading state in plain mode.
  package var pagingNotice: Browser.Notice? {
    guard settings.isPaged, !intake.isComplete else { return nil }
    if let failure = intake.failure {
      return .init(line(of: failure, columns: .max).plainText, isError: true)
    }
    guard !intake.pages.isLoading, intake.pages.pageCount > 0 else { return nil }
    return .init(loadedRows + dash + ":more to load more")
  }

  /// The number of loaded rows, without dropped ones.
  var loadedCount: Int { list.index.count - (list.listing?.hiddenCount ?? 0) }

  var loadedRows: String {
    if intake.isComplete { return "all \(loadedCount.rows)" }
    guard let total = intake.total, total >= loadedCount else {
      return "\(loadedCount.grouped) loaded \(loadedCount.noun("row"))"
    }
    return "\(loadedCount.grouped) of \(total.grouped) rows loaded"
  }

  /// The parts of the status line about loading, most important first.
  func pagingSummary(sign: String) -> [String] {
    guard settings.isPaged, let listing = list.listing else { return [] }
    var parts: [String] = []
    if listing.count != loadedCount {
      parts.append("\(listing.count.grouped) of \(loadedCount.grouped)")
    }
    if parts.isEmpty || !intake.isComplete { parts.append(loadedRows) }
    if intake.pages.isLoading { parts.append("\(sign) loading…") }
    if intake.failure != nil { parts.append("a page failed; \(retryKey) to try again") }
    return parts
  }

  var noMatch: String {
    guard settings.isPaged, !intake.isComplete, loadedCount > 0 else {
      let soFar = intake.isComplete || settings.isPaged ? "no match" : "no match yet"
      return BarHint.text(for: prompt.query).map { "\(soFar); \($0)" } ?? soFar
    }
    return "no match among \(loadedRows)" + dash + "\(moreKey) to load more"
  }

  /// The key that loads more: a command could not be typed while the prompt has a query.
  private var moreKey: String {
    prompt.query.isEmpty || settings.isPlain ? ":more" : Command.more.keyLabel
  }
  private var retryKey: String { moreKey == ":more" ? ":retry" : moreKey }

  private var dash: String { settings.glyphs == .unicode ? " — " : " - " }
}

/// The hint for a query without matches that takes `|` to mean “or”, as it does in `fzf`.
package enum BarHint {
  package static func text(for query: String) -> String? {
    let words = query.split(whereSeparator: \.isWhitespace)
    return words.contains("|") ? "every word must match, “|” too" : nil
  }
}

extension Int {
  fileprivate var rows: String { "\(grouped) \(noun("row"))" }
}

extension Duration {
  /// The duration in whole seconds, rounded up.
  fileprivate var inSeconds: String {
    let seconds = max(Int((self / .seconds(1)).rounded(.up)), 1)
    return "\(seconds.grouped) s"
  }
}
