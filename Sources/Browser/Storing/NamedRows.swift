import ListModel
import NameSearch

// The rows that a command names. A name that several rows have means none of them.

extension Browser.State {
  /// Requests an edit of the row with a name; if none is shown, of that name in the stored list.
  mutating func editRow(called name: Name, _ decision: Decision) {
    let action = decision.action
    var names = list.index.rows(called: name).map { list.index.name(at: $0) }
    // Only `:add` edits dropped rows, unless there are no others.
    let inSight = !settings.isPaged ? names : names.filter { !list.flags[$0].contains(.dropped) }
    if action != .add, !inSight.isEmpty { names = inSight }
    // Rows of a list with the same name may still be unread.
    guard let row = names.first, names.count > 1 || isAllRead else {
      return askStore(.init(action, [name], addsUnknown: action == .add), decision)
    }
    edit(names, decision, of: name.original, isID: false, row)
  }

  /// Requests an edit of the row with an ID.
  mutating func editRow(withID id: String, _ decision: Decision) {
    if settings.browsesKeptList { return askStore(.init(decision.action, [], ids: [id]), decision) }
    let names = names(withID: id)
    guard let row = names.first else {
      notice = .init("no row has the ID “\(id)”", isError: true)
      return
    }
    edit(names, decision, of: id, isID: true, row)
  }

  private mutating func edit(
    _ names: [Name], _ decision: Decision, of text: String, isID: Bool, _ row: Name
  ) {
    if names.count > 1 {
      let shared = SharedText(text, isID: isID, of: names)
      notice = .init(shared.refusalOfLine, isError: true)
    } else {
      _ = edit(decision, Row(name: row, flags: list.flags[row]))
    }
  }

  /// Whether every row of the list in the store is in the index.
  private var isAllRead: Bool { !settings.browsesKeptList || intake.isComplete }

  /// Requests an edit whose rows the store finds; it refuses a name or an ID of several rows.
  private mutating func askStore(_ wanted: Edit, _ decision: Decision) {
    var edit = wanted
    edit.decision = decision
    edit.decision.seen = decision.seen ?? seen
    edit.refusesAmbiguity = true
    ask(.edit(edit))
  }

  /// The rows with an ID; without any, the row without an ID that has it as its name.
  ///
  /// - Complexity: O(*n*) for *n* rows, if some of them have IDs.
  func names(withID id: String) -> [Name] {
    let known =
      list.index.hasSourceIDs
      ? (0..<list.index.count).lazy.map { [index = list.index] in index.name(at: NameRow($0)) }
        .filter { $0.idInSource == id } : nil
    let found = known.map(Array.init) ?? []
    if !found.isEmpty { return found }
    guard let name = try? Name(id), list.index.row(of: name) != nil else { return [] }
    return [name]
  }
}
