/// A naive model of a list in the store: whole rows, and for each event the rows before and after it.
struct PlainList {
  /// The texts of a row from its source, and whether the row is in the list.
  struct Told: Equatable {
    var name: String
    var revision: String?
    var since: Int
    var gone = 0
  }

  /// The decision and marks of a row.
  struct Said: Equatable {
    var verdict: String?
    var decided: Int?
    var about: String?
    var note: String?
    var until: Int?
    var isLiked = false
  }

  struct Row: Equatable {
    var told: Told
    var said = Said()

    /// The verdict, if it counts.
    var verdict: String? {
      guard let decided = said.decided, decided >= told.since, said.about == told.revision else {
        return nil
      }
      return said.verdict
    }

    /// The state to which its outcomes belong.
    var state: String { "\(max(said.decided ?? 0, told.since)) \(told.revision ?? "")" }
  }

  struct Event {
    let number: Int
    let author: String
    var changes: [String: (before: Row?, after: Row?)] = [:]
  }

  struct Step {
    let number: Int
    var isUndone = false
    var switched: Int
    var run: Int
  }

  /// The rows by key: `=` and the name, or `#` and the ID; `nil` for a row that counts as never added.
  private(set) var rows: [String: Row] = [:]
  private(set) var events: [Event] = []
  private(set) var steps: [Step] = []

  /// How many of the last steps can be undone.
  var stepsKept = Int.max

  /// The outcomes of the one command, by key and state: a run in progress, or how it ended.
  private(set) var outcomes: [String: [String: Outcome]] = [:]

  enum Outcome: Equatable {
    case claimed(run: Int)
    case ended(Int)
  }

  private var next: Int { events.count + 1 }

  private mutating func add(_ event: Event, isStepOf run: Int?) -> Bool {
    let changes = event.changes.filter { $0.value.before != $0.value.after }
    if changes.isEmpty { return false }
    events.append(event)
    for (key, change) in changes { rows[key] = change.after }
    if let run {
      steps.append(Step(number: event.number, switched: event.number, run: run))
      if steps.count > stepsKept { steps.removeFirst() }
    }
    return true
  }

  // MARK: Edits

  private func broughtBack(_ row: Row, _ key: String) -> Row {
    let isKept =
      row.told.revision != nil && row.said.about == row.told.revision && row.verdict != nil
    var row = row
    row.told.gone = 0
    switch outcomes[key]?[row.state] {
    case .claimed, .ended(0): row.told.since = next
    case .ended, nil: if !isKept { row.told.since = next }
    }
    return row
  }

  /// Edits rows; returns whether any was changed.
  mutating func edit(
    _ action: String, _ keys: [(key: String, name: String)], adds: Bool, note: String?, until: Int?,
    by author: String, run: Int
  ) -> Bool {
    var event = Event(number: next, author: author)
    let mayAdd = ["dead", "ok", "revoke:dead", "keep:ok", "like", "snooze", "note", "add"]
      .contains(action)
    for (key, name) in keys {
      let before = rows[key]
      guard var row = before ?? (adds && mayAdd ? Row(told: Told(name: name, since: next)) : nil)
      else { continue }
      if row.told.gone > 0 {
        guard adds && mayAdd else { continue }
        row.told.revision = nil
        row = broughtBack(row, key)
      }
      func decide(_ verdict: String?) {
        row.said.verdict = verdict
        row.said.decided = verdict == nil ? nil : next
        row.said.about = verdict == nil ? nil : row.told.revision
      }
      switch action {
      case "dead", "ok", "revoke:dead", "keep:ok": if row.verdict != action { decide(action) }
      case "reopen": if row.said.verdict != nil { decide(nil) }
      case "like": row.said.isLiked = true
      case "unlike": row.said.isLiked = false
      case "snooze": row.said.until = until
      case "wake": row.said.until = nil
      case "drop": row.told.gone = next
      default: break
      }
      if note != nil || action == "note" { row.said.note = note }
      if row.said == before?.said, row.told.gone == before?.told.gone { continue }
      if key.hasPrefix("#") { row.told.name = name }
      event.changes[key] = (before, row)
    }
    return add(event, isStepOf: run)
  }

  /// Makes the list match a source.
  mutating func mirror(
    _ source: [String: (name: String, revision: String?)], by author: String, run: Int
  ) -> Bool {
    var event = Event(number: next, author: author)
    for (key, row) in rows where source[key] == nil && row.told.gone == 0 {
      var after = row
      after.told.gone = next
      event.changes[key] = (row, after)
    }
    for (key, told) in source {
      let before = rows[key]
      var row = before ?? Row(told: Told(name: told.name, since: next))
      if key.hasPrefix("#") { row.told.name = told.name }
      row.told.revision = told.revision
      if row.told.gone > 0 { row = broughtBack(row, key) }
      event.changes[key] = (before, row)
    }
    if add(event, isStepOf: run) { return true }
    // A mirror without changes is logged as well, although there is nothing to undo.
    events.append(Event(number: next, author: author))
    return true
  }

  // MARK: Undo

  enum Undone: Equatable {
    case nothing, done
    case refused
  }

  /// Undoes or redoes a step.
  mutating func take(_ step: Int, redoes: Bool, by author: String, run: Int) -> Undone {
    guard let place = steps.firstIndex(where: { $0.number == step }) else { return .nothing }
    let target = events[(redoes ? steps[place].switched : step) - 1]
    var event = Event(number: next, author: author)
    for (key, (before, after)) in target.changes {
      let now = rows[key]
      var row = now
      let isNew = before == nil
      let (was, made) = (before?.said ?? Said(), after?.said ?? Said())
      // Other marks stay, unless the row was added or dropped, or is gone.
      let isWhole = before?.told != after?.told || now?.told.gone != 0
      let said = now?.said ?? Said()
      if was != made, isWhole ? said != made : said.wasChanged(where: was, differsFrom: made) {
        return .refused
      }
      if before?.told != after?.told {
        let later = steps.contains { later in
          !later.isUndone && later.number > target.number
            && events[later.number - 1].changes[key].map { $0.before?.told != $0.after?.told }
              ?? false
        }
        let isSaid = isNew && now?.said ?? Said() != after?.said ?? Said()
        if later || isSaid { return .refused }
        if let told = before?.told {
          row = row ?? Row(told: told)
          row?.told = told
        } else {
          row = nil
        }
      }
      if was != made { row?.said = isWhole ? was : said.takingBack(made, to: was) }
      event.changes[key] = (now, row)
    }
    events.append(event)
    for (key, change) in event.changes { rows[key] = change.after }
    steps[place].isUndone = !redoes
    (steps[place].switched, steps[place].run) = (event.number, run)
    return .done
  }

  /// The step that a run would undo or redo next.
  func nextStep(redoes: Bool, run: Int, hasOwn: Bool, onlyOwn: Bool) -> Int? {
    let candidates = steps.filter { $0.isUndone == redoes }.sorted { $0.switched < $1.switched }
    let own = candidates.last { $0.run == run }
    let step = onlyOwn ? own : (hasOwn ? own : nil) ?? candidates.last
    guard let step else { return nil }
    if redoes, step.switched < steps.map(\.number).max() ?? 0 { return nil }
    return step.number
  }

  // MARK: The log

  /// Archives entries, which changes no row.
  mutating func archive(by author: String) {
    events.append(Event(number: next, author: author))
  }

  // MARK: Commands

  /// Claims a row; returns whether the run has claimed it now.
  mutating func claim(_ key: String, run: Int) -> Bool {
    guard let row = rows[key], row.told.gone == 0 else { return false }
    switch outcomes[key]?[row.state] {
    case .ended: return false
    case .claimed(let other) where other != run: return false
    default:
      outcomes[key, default: [:]][row.state] = .claimed(run: run)
      return true
    }
  }

  /// Records the end of a command for a claimed row.
  mutating func end(_ key: String, run: Int, status: Int, by author: String) {
    guard let state = outcomes[key]?.first(where: { $0.value == .claimed(run: run) })?.key else {
      return
    }
    outcomes[key]?[state] = .ended(status)
    events.append(Event(number: next, author: author))
  }
}

extension PlainList.Said {
  /// Whether anything was changed after an edit.
  func wasChanged(where before: Self, differsFrom after: Self) -> Bool {
    func isLost<Value: Equatable>(_ part: KeyPath<Self, Value>) -> Bool {
      before[keyPath: part] != after[keyPath: part] && self[keyPath: part] != after[keyPath: part]
    }
    return isLost(\.verdict) || isLost(\.decided) || isLost(\.about) || isLost(\.note)
      || isLost(\.until) || isLost(\.isLiked)
  }

  /// The state with the changes of an edit reverted, and everything else unchanged.
  func takingBack(_ after: Self, to before: Self) -> Self {
    var said = self
    func takeBack<Value: Equatable>(_ part: WritableKeyPath<Self, Value>) {
      if before[keyPath: part] != after[keyPath: part] {
        said[keyPath: part] = before[keyPath: part]
      }
    }
    takeBack(\.verdict)
    takeBack(\.decided)
    takeBack(\.about)
    takeBack(\.note)
    takeBack(\.until)
    takeBack(\.isLiked)
    return said
  }
}
