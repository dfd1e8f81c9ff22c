import ListModel
import NameSearch
import Substrings

extension Browser.State {
  /// The Tab completions of `line`, the text up to the cursor; each replaces all of it.
  ///
  /// If more than `limit` names match, the returned ones share only the start that all of them share.
  ///
  /// - Complexity: One search, then at most 100 × `limit` matches.
  package func completions(of line: String, limit: Int = 200) -> [String] {
    guard isCommand(line) else { return names(startingWith: line, limit: limit) }
    guard let space = line.firstIndex(of: " ") else {
      return ColonCommand.table.map { ":" + $0.word }.filter { $0.hasPrefix(line) }
    }
    var command = line[...space]
    var operand = String(line[line.index(after: space)...])
    let word = command.dropFirst().dropLast()
    let operands: [String]
    // The operand before the rows comes first.
    let takesOperandBeforeRows = ["decide", "snooze"].contains(word)
    let end = takesOperandBeforeRows ? operand.firstIndex(of: " ") : nil
    if let end {
      command += operand[...end]
      operand = String(operand[operand.index(after: end)...])
    }
    switch word {
    case "show": return filters(startingWith: operand).map { command + $0 }
    case "switch": operands = settings.listNames
    case "decide" where end == nil: operands = settings.verdictWords
    case "snooze" where end == nil: return []
    case "help": operands = ColonCommand.table.map(\.word)
    case "index": operands = ["on", "off"]
    case "jump": operands = list.listing?.matches.sections.map(\.title) ?? []
    default:
      guard
        takesOperandBeforeRows || ColonCommand.editActions[String(word)] != nil
          || ["pick", "unpick"].contains(word)
      else { return [] }
      let rows = word == "add" ? [] : ["all", "section"].filter { $0.hasPrefix(operand) }
      return (operand.isEmpty ? [] : rows + names(startingWith: operand, limit: limit)).map {
        command + $0
      }
    }
    return operands.filter { $0.lowercased().hasPrefix(operand.lowercased()) }.map { command + $0 }
  }

  /// The filters that complete the last word; the words before it stay.
  private func filters(startingWith operand: String) -> [String] {
    let end = operand.lastIndex(of: " ").map { operand.index(after: $0) } ?? operand.startIndex
    let known = operand[..<end].split(separator: " ")
    return Show.words.map(\.word)
      .filter { $0.hasPrefix(operand[end...].lowercased()) && !known.contains($0[...]) }
      .filter { Show(words: operand[..<end] + $0)?.contradiction == nil }
      .map { operand[..<end] + $0 }
  }

  private func names(startingWith text: String, limit: Int) -> [String] {
    let query = NameQuery(text, match: .phrase, sensitivity: settings.sensitivity)
    guard !text.isEmpty, let rows = list.index.matches(query) else { return [] }
    let matches = NameMatches(index: list.index, rows: rows, query: query)
    var names: [String] = []
    // The start that all names so far have in common, once there are more than `limit`.
    var common: String?
    let isRead = matches.count <= limit * 100
    for place in 0..<min(matches.count, limit * 100) {
      guard let row = matches.row(at: place) else { break }
      let name = list.index.name(at: row).text
      let isNew = names.last != name  // equal names are in adjacent rows
      // Names that contain `text` only after their start are skipped.
      guard isNew, name.lowercased().hasPrefix(text.lowercased()) else { continue }
      if names.count < limit {
        names.append(name)
        continue
      }
      let start = common ?? names.dropFirst().reduce(names[0]) { $0.commonPrefix(with: $1) }
      common = start.commonPrefix(with: name)
      if common != start { names[limit - 1] = name }
      if (common ?? "").count <= text.count { break }
    }
    guard !isRead, let first = names.first else { return names }
    // The other rows may have less in common.
    let start = common ?? names.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    if start.count > text.count { names = names.prefix(limit - 1) + [text] }
    return names
  }
}
