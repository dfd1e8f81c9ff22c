package import ListModel
import NameSearch
package import TargetStore
package import TerminalText

/// The progress of a list as lines for people: counts, and a bar for each day.
package struct StatsText {
  package let texts: [String]
  private let glyphs: Glyphs

  package var lines: [StyledText] { texts.map { LogText.line($0, glyphs) } }

  /// `days` is the list to which days and authors belong, if the counts are for other rows.
  package init(_ stats: ListStats, days list: ListName? = nil, glyphs: Glyphs) {
    // The list's own verdicts; `dead` and `ok` are counted above.
    let own = stats.verdicts.filter { VerdictClass(rawValue: $0.verdict.word) == nil }.map {
      ("\($0.verdict.word) (\($0.verdict.class))", $0.count)
    }
    let width = own.map(\.0.count).max() ?? 0
    var texts = (stats.rows.figures + own).map { word, count in
      "\(word)\(Self.blank(max(8, width) - word.count))\(Self.right(count))"
        + (word == "open" ? " of \(stats.rows.all.grouped)" : "")
    }
    texts.append("")
    if let list { texts.append("decided in list \(list.text):") }
    texts += Self.bars(stats, glyphs: glyphs)
    if !stats.authors.isEmpty {
      texts.append("")
      texts += stats.authors.map { author in
        "\(Self.right(author.count)) by \(author.name.isEmpty ? "an unknown author" : author.name)"
      }
    }
    if let oldest = stats.oldestOpen {
      let time = stats.oldestAdded.map { ", added \($0.localDate)" } ?? ""
      texts += ["", "oldest open row: \(oldest.original)\(time)"]
    }
    self.texts = texts
    self.glyphs = glyphs
  }

  /// The widest bar, in columns.
  private static let widest = 40

  private static func bars(_ stats: ListStats, glyphs: Glyphs) -> [String] {
    let most = max(stats.days.max() ?? 0, 1)
    return stats.days.enumerated().map { place, count in
      let day = Self.day(stats, before: stats.days.count - 1 - place)
      return "\(day)  \(right(count))  \(bar(count, of: most, glyphs: glyphs))"
    }
  }

  /// A bar in eighths of a column, if there are characters for them.
  package static func bar(_ count: Int, of most: Int, glyphs: Glyphs) -> String {
    let signs = Array(" ▏▎▍▌▋▊▉█")
    let eighths = (count * widest * 8 + most - 1) / most
    if glyphs == .ascii { return String(repeating: "#", count: (eighths + 7) / 8) }
    let rest = eighths % 8
    return String(repeating: signs[8], count: eighths / 8) + (rest == 0 ? "" : String(signs[rest]))
  }

  /// The date some days before the last one.
  package static func day(_ stats: ListStats, before days: Int) -> String {
    Moment(stats.lastDay)?.adding(days: -days).localDate ?? stats.lastDay
  }

  private static func right(_ count: Int) -> String {
    let text = count.grouped
    return blank(9 - text.count) + text
  }

  private static func blank(_ width: Int) -> String { String(repeating: " ", count: max(width, 0)) }
}
