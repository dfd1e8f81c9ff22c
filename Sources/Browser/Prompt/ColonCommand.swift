package import ListModel
package import NameSearch
import Substrings

/// A parsed colon command, such as `:dead NAME`.
package enum ColonCommand: Hashable, Sendable {
  /// The rows to which a command applies.
  package enum Subject: Hashable, Sendable {
    /// The selected row, or the only match.
    case selected
    /// A row number in the listing, counted from 1.
    case number(Int)
    case name(Name)
    /// The row with an ID: several rows can have the same name.
    case id(String)
    /// All rows that are shown, or those of the section.
    case all, section
  }

  case edit(Decision, Subject)

  /// Gives rows the verdict with a word.
  case decide(String, Subject)
  /// Picks or unpicks rows.
  case pick(Bool, Subject)
  case undo, redo
  /// Reviews the rows that match a query; an empty text means the rows shown.
  case review(String)
  case report(Browser.Report)
  case jump(String?)
  case index(Bool?)
  case show(Show)
  case pages(Browser.PageCommand)
  case list(Name)
  case save(path: String)
  case print
  case shell(String)
  case help(String?)
  case quit

  /// The command words in the order of the help, each with its operand and what it does.
  package static let table: [(word: String, operand: String, summary: String)] = [
    ("dead", "[NAME|#N|all|section]", "decide dead; for NAME, also --id ID"),
    ("ok", "[NAME|#N|all|section]", "decide ok: reviewed, and to stay"),
    ("reopen", "[NAME|#N|all|section]", "remove the decision"),
    ("confirm", "[NAME|#N|all|section]", "decide changed rows as before"),
    ("decide", "VERDICT [NAME|#N|all|section]", "give a verdict of the list"),
    ("snooze", "TIME [NAME|#N|all|section]", "snooze: 12h, 30d, 2w, 3m, or a date"),
    ("wake", "[NAME|#N|all|section]", "end the snooze"),
    ("note", "[#N] [TEXT]", "write a note (↵ ends a line); without TEXT, remove it"),
    ("like", "[NAME|#N|all|section]", "like"),
    ("unlike", "[NAME|#N|all|section]", "unlike"),
    ("drop", "[NAME|#N|all|section]", "drop from the list; from a source: hide"),
    ("add", "NAME", "add to the list"),
    ("pick", "[NAME|#N|all|section]", "in a picker: print it; with -m: pick it"),
    ("unpick", "[NAME|#N|all|section]", "with -m: unpick it"),
    ("undo", "", "undo the last edit"),
    ("redo", "", "redo the last edit that was undone"),
    ("jump", "[TITLE]", "jump to a section, or list the sections"),
    ("index", "[on|off]", "show or hide the index"),
    ("review", "[QUERY]", "review the open rows, one key per decision"),
    (
      "show", "FILTER...",
      "show all rows, or only those that are open, decided, not-dead, dead, ok, changed, liked, snoozed, noted, failed, succeeded, new or dropped"
    ),
    ("stats", "", "show progress, day by day"),
    ("log", "", "show recent history"),
    ("more", "", "load more rows"),
    ("retry", "", "retry a failed load"),
    ("reload", "", "reload everything"),
    ("switch", "LIST", "switch to another list"),
    ("print", "", "print the rows above the screen"),
    ("save", "FILE", "write the names of the matching rows to a file"),
    ("!", "COMMAND", "run a shell command; {} is the selected name"),
    ("help", "[KEY]", "list the keys and commands, or explain one key"),
    ("quit", "", "quit"),
  ]

  /// Why a command was rejected, as a line for the user.
  package struct Refusal: Error, Equatable {
    package let reason: String
  }

  /// Parses a line that starts with a colon; any unambiguous prefix of a word will do (`:q`).
  package static func parse(
    _ line: String, at now: Moment = .now
  ) throws(Refusal) -> ColonCommand {
    let body = line.drop { $0.isWhitespace || $0 == ":" }
    if body.first == "!" { return .shell(try required(body.dropFirst().trimmed, of: "!")) }
    let typed = String(body.prefix { !$0.isWhitespace })
    let operand = body.dropFirst(typed.count).trimmed
    let word = try word(startingWith: typed)
    // The text after `:print` may be the query that it was typed before.
    if !operand.isEmpty, word != "print",
      table.contains(where: { $0.word == word && $0.operand.isEmpty })
    {
      throw Refusal(reason: ":\(word) takes no operand")
    }
    if let action = editActions[word] {
      return .edit(.init(action), try subject(operand, of: word))
    }
    switch word {
    case "snooze": return try snooze(operand, at: now)
    case "decide":
      let verdict = try required(operand, of: word).prefix { !$0.isWhitespace }
      let rows = operand.dropFirst(verdict.count).trimmed
      return .decide(String(verdict), try subject(rows, of: word))
    case "note": return try note(operand)
    case "pick", "unpick": return .pick(word == "pick", try subject(operand, of: word))
    case "review": return .review(operand)
    case "stats": return .report(.stats)
    case "log": return .report(.log)
    case "undo": return .undo
    case "redo": return .redo
    case "jump": return .jump(operand.isEmpty ? nil : operand)
    case "index": return .index(try onOrOff(operand))
    case "show": return .show(try show(operand))
    case "more": return .pages(.more)
    case "retry": return .pages(.retry)
    case "reload": return .pages(.reload)
    case "switch": return .list(try listName(operand))
    case "print": return .print
    case "save": return .save(path: try required(operand, of: word))
    case "help": return .help(operand.isEmpty ? nil : operand)
    case "quit": return .quit
    default: preconditionFailure(":\(word) stands in the table, but has no meaning")
    }
  }

  /// The actions whose only operand is the rows.
  static let editActions = Dictionary(
    uniqueKeysWithValues: Edit.Action.allCases
      .filter { ![.note, .snooze, .hide].contains($0) }.map { ($0.rawValue, $0) })

  private static func word(startingWith typed: String) throws(Refusal) -> String {
    let words = table.map(\.word)
    if words.contains(typed) { return typed }
    let candidates = typed.isEmpty ? [] : words.filter { $0.hasPrefix(typed) }
    switch candidates.count {
    case 1: return candidates[0]
    case 0:
      let near = Spelling.suggestion(for: ":" + typed, among: words.map { ":" + $0 })
      throw Refusal(reason: "no command “:\(typed)”; " + (near ?? ":help lists them"))
    default:
      let list = candidates.map { ":" + $0 }.joined(separator: " or ")
      throw Refusal(reason: ":\(typed) is ambiguous: \(list)")
    }
  }

  /// The number in `#3`; no list has as many rows as `Int.max`.
  static func rowNumber(_ operand: some StringProtocol) -> Int? {
    let digits = operand.dropFirst()
    guard operand.first == "#", !digits.isEmpty,
      digits.allSatisfy({ ("0"..."9").contains($0) })
    else { return nil }
    return Int(digits) ?? .max
  }

  private static let idOption = "--id"

  /// The ID in `--id 3` or `--id=3`, as the commands take it; `nil` if the operand is no ID.
  private static func id(_ operand: String, of word: String) throws(Refusal) -> String? {
    guard operand.hasPrefix(idOption) else { return nil }
    let rest = operand.dropFirst(idOption.count)
    guard rest.isEmpty || rest.first == "=" || rest.first?.isWhitespace == true else { return nil }
    if word == "add" { throw Refusal(reason: ":add requires a name, not an ID") }
    let id = (rest.first == "=" ? rest.dropFirst() : rest).trimmed
    if id.isEmpty { throw Refusal(reason: ":\(word) --id requires an ID") }
    return id
  }

  private static func subject(_ operand: String, of word: String) throws(Refusal) -> Subject {
    if operand.isEmpty, word != "add" { return .selected }
    if let number = rowNumber(operand) { return .number(number) }
    if word != "add", operand == "all" { return .all }
    if word != "add", operand == "section" { return .section }
    if let id = try id(operand, of: word) { return .id(id) }
    return .name(try name(operand, for: word))
  }

  /// The time comes first, then the rows.
  private static func snooze(
    _ operand: String, at now: Moment
  ) throws(Refusal) -> ColonCommand {
    let time = operand.prefix { !$0.isWhitespace }
    let until = try end(ofSnooze: String(time), at: now)
    let rows = operand.dropFirst(time.count).trimmed
    return .edit(.init(.snooze, until: until), try subject(rows, of: "snooze"))
  }

  /// The end of a snooze for the time that was typed.
  static func end(
    ofSnooze time: String, at now: Moment = .now
  ) throws(Refusal) -> Moment {
    guard let until = now.after(time) ?? Moment(time) else {
      throw Refusal(reason: "snooze takes a time such as 12h, 30d, 2w, 3m or 2026-12-01")
    }
    if until <= now { throw Refusal(reason: "\(time) is in the past") }
    return until
  }

  private static func note(_ operand: String) throws(Refusal) -> ColonCommand {
    var text = operand[...]
    var rows = Subject.selected
    let first = operand.prefix { !$0.isWhitespace }
    if let number = rowNumber(first) {
      rows = .number(number)
      text = operand.dropFirst(first.count)
    }
    if text.allSatisfy(\.isWhitespace) { return .edit(.init(.note), rows) }
    do {
      return .edit(.init(.note, note: try Note(typed: String(text))), rows)
    } catch {
      throw Refusal(reason: ":note: \(error)")
    }
  }

  /// The name of a list; an address with a password must not get into the history.
  private static func listName(_ operand: String) throws(Refusal) -> Name {
    do throws(AddressPassword) {
      try AddressPassword.refuse(in: operand, of: ":switch")
    } catch {
      throw Refusal(reason: "\(error)")
    }
    return try name(operand, for: "switch")
  }

  private static func name(_ operand: String, for word: String) throws(Refusal) -> Name {
    do {
      return try Name(operand)
    } catch .empty {
      throw Refusal(reason: ":\(word) requires a name")
    } catch {
      throw Refusal(reason: ":\(word): \(error)")
    }
  }

  private static func required(_ operand: String, of word: String) throws(Refusal) -> String {
    guard !operand.isEmpty else {
      let what = table.first { $0.word == word }?.operand.lowercased() ?? "operand"
      throw Refusal(reason: ":\(word) requires a \(what)")
    }
    return operand
  }

  private static func onOrOff(_ operand: String) throws(Refusal) -> Bool? {
    switch operand {
    case "": return nil
    case "on": return true
    case "off": return false
    default: throw Refusal(reason: ":index takes on or off")
    }
  }

  private static func show(_ operand: String) throws(Refusal) -> Show {
    guard let show = Show(words: operand) else {
      let word = operand.split(separator: " ").first { Show(words: String($0)) == nil }
      guard let word else { throw Refusal(reason: ":show requires a filter; :help lists them") }
      let near = Spelling.suggestion(for: String(word), among: Show.words.map(\.word))
      throw Refusal(
        reason: ":show: no filter “\(word)”; " + (near ?? ":help lists them"))
    }
    if let (one, other) = show.contradiction {
      throw Refusal(reason: ":show: \(one) cannot be combined with \(other)")
    }
    return show
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var rest = self
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest.drop(while: \.isWhitespace))
  }
}

extension ColonCommand {
  /// Whether it must wait for the current listing.
  var needsRows: Bool {
    switch self {
    case .edit(_, let rows), .decide(_, let rows), .pick(_, let rows): !rows.areNamed
    case .undo, .redo, .index, .show, .pages, .list, .help, .quit, .report: false
    case .jump, .save, .print, .shell: true
    case .review(let query): query.isEmpty
    }
  }

  /// Whether it picks rows of the listing.
  var picksListedRows: Bool {
    if case .pick(true, let rows) = self { !rows.areNamed } else { false }
  }

  /// Whether another operand, or another row, may make it right.
  var canBeCorrected: Bool {
    switch self {
    case .edit, .decide, .pick, .jump, .help: true
    default: false
    }
  }

  /// Whether it is about all rows, so that none may still be missing.
  var needsAllRows: Bool {
    switch self {
    case .edit(_, let rows), .decide(_, let rows): rows == .all || rows == .section
    case .save: true
    default: false
    }
  }

  /// Whether it applies to rows that the user must see, because it does not name them.
  var needsSight: Bool {
    switch self {
    case .edit(_, let rows), .decide(_, let rows), .pick(_, let rows): !rows.areNamed
    case .undo, .redo, .shell: true
    default: false
    }
  }

  /// Whether it edits or shows what the store has about rows.
  var needsStore: Bool {
    switch self {
    case .edit, .decide, .undo, .redo, .review, .report, .list: true
    default: false
    }
  }
}

extension ColonCommand.Subject {
  /// Whether it names its rows, so that these do not depend on what is shown.
  fileprivate var areNamed: Bool {
    switch self {
    case .name, .id: true
    case .selected, .number, .all, .section: false
    }
  }
}
