import ListModel
import LibraryTestSupport
import NameSearch

/// A list and its steps as naively as can be: whole states, one after the other.
struct StoryModel {
  /// What a row is known by: `#` and an identity, or else its name.
  fileprivate typealias Key = String

  /// A step: what was kept after it, and what the rows that it changed were called.
  fileprivate struct Step {
    var flags: [Key: Flags] = [:]
    var called: [Key: String] = [:]

    /// These outlive the row.
    var notes: [Key: Note] = [:]
    var untils: [Key: Moment] = [:]
  }

  private var done = [Step()]
  private var undone: [Step] = []

  /// What rows are called, which no undo takes back while they are there.
  private var called: [Key: String] = [:]

  /// Whether there was an edit that changed something.
  private(set) var hasAList = false

  private var flags: [Key: Flags] { done.last?.flags ?? [:] }

  /// All rows as `TargetStore.rows(of:)` has them.
  var rows: [String: Flags] {
    Dictionary(
      uniqueKeysWithValues: flags.map { key, flags in
        (key.hasPrefix("#") ? (called[key] ?? "") + key : key, flags)
      })
  }

  /// The notes and the ends of snoozes of all rows, which are called as in `rows`.
  var remarks: [String: Remark] {
    var remarks: [String: Remark] = [:]
    for key in flags.keys {
      let remark = Remark(note: done.last?.notes[key], until: done.last?.untils[key])
      if remark == Remark() { continue }
      remarks[key.hasPrefix("#") ? (called[key] ?? "") + key : key] = remark
    }
    return remarks
  }

  /// Makes an edit, and gives the number of rows that changed.
  mutating func make(_ edit: Edit) -> Int {
    var step = Step(
      flags: flags, notes: done.last?.notes ?? [:], untils: done.last?.untils ?? [:])
    for name in edit.names {
      let adds =
        edit.action == .add || edit.flagsOfSource[name] != nil
        || edit.addsUnknown && edit.action.mayAdd
      let keys = keys(of: name, in: step.flags, ofSingleRows: edit.ofSingleRows)
      for key in keys where adds || step.flags[key]?.contains(.dropped) == false {
        let after = Self.flags(step.flags[key], after: edit.action)
        if edit.action == .spare, after?.contains(.dead) == true { continue }
        let isRemark = step.remark(on: key, by: edit)
        if step.flags[key] == after, !isRemark { continue }
        step.flags[key] = after
        if name.sourceID != nil { called[key] = name.text }
        step.called[key] = called[key] ?? key
      }
      if keys.isEmpty, adds {
        let elsewhere = edit.flagsOfSource[name]
        let after = Self.flags(elsewhere, after: edit.action)
        if edit.action == .spare, after?.contains(.dead) == true { continue }
        let isRemark = edit.decision.note != nil || edit.action == .snooze
        if elsewhere == after, elsewhere != nil, edit.action != .add, !isRemark { continue }
        let key = name.sourceID.map { "#\($0)" } ?? name.text
        step.flags[key] = after
        guard after != nil else { continue }
        _ = step.remark(on: key, by: edit)
        called[key] = name.text
        step.called[key] = name.text
      }
    }
    if step.called.isEmpty { return 0 }
    hasAList = true
    done.append(step)
    undone = []
    return step.called.count
  }

  /// Takes a step back; false when there is none.
  mutating func undo() -> Bool {
    guard done.count > 1, let step = done.popLast() else { return false }
    undone.append(step)
    call(step, insteadOf: step.flags)
    return true
  }

  /// Makes a step again; false when there is none.
  mutating func redo() -> Bool {
    guard let step = undone.popLast() else { return false }
    let before = flags
    done.append(step)
    call(step, insteadOf: before)
    return true
  }

  /// Rows that were not there are called by the name in the step.
  private mutating func call(_ step: Step, insteadOf before: [Key: Flags]) {
    for (key, name) in step.called where before[key] == nil { called[key] = name }
  }

  private func keys(of name: Name, in flags: [Key: Flags], ofSingleRows: Bool) -> [Key] {
    if let id = name.sourceID { return flags["#\(id)"] == nil ? [] : ["#\(id)"] }
    if ofSingleRows { return flags[name.text] == nil ? [] : [name.text] }
    return flags.keys.filter { $0 == name.text || $0.hasPrefix("#") && called[$0] == name.text }
  }

  private static func flags(_ flags: Flags?, after action: Edit.Action) -> Flags? {
    let isListed = flags?.contains(.dropped) == false
    var after = flags ?? []
    switch action {
    case .markDead: after = after.subtracting(.spared).union(.dead)
    case .spare: if !after.contains(.dead) { after.insert(.spared) }
    case .reopen: after.subtract([.dead, .spared])
    case .snooze, .note: break
    case .wake: return flags
    case .like: after.insert(.liked)
    case .revive: after.remove(.dead)
    case .unlike: after.remove(.liked)
    case .add: break
    case .drop: return isListed ? nil : flags
    case .hide: return after.union(.dropped)
    }
    if [.revive, .reopen, .unlike].contains(action), !isListed { return flags }
    return after.subtracting(.dropped)
  }
}

extension StoryModel.Step {
  /// Changes note and snooze; false if they stay.
  fileprivate mutating func remark(on key: String, by edit: Edit) -> Bool {
    let before = (notes[key], untils[key])
    if edit.decision.note != nil || edit.action == .note { notes[key] = edit.decision.note }
    if edit.action == .snooze { untils[key] = edit.decision.until }
    if edit.action == .wake { untils[key] = nil }
    return before != (notes[key], untils[key])
  }
}

extension StoryModel {
  /// An edit of one to three rows, of few names and fewer identities, some with flags elsewhere.
  static func randomEdit(using random: inout SeededGenerator) throws -> Edit {
    let action = Edit.Action.allCases.randomElement(using: &random) ?? .add
    var edit = Edit(
      action, [], ofSingleRows: .random(using: &random), addsUnknown: .random(using: &random),
      note: try [nil, nil, Note("why"), Note("since")].randomElement(using: &random) ?? nil)
    if action == .snooze {
      edit.decision.until = Moment(microseconds: .random(in: 1...2, using: &random))
    }
    var identities: Set<String> = []
    for text in ["a", "b", "c"].shuffled(using: &random).prefix(.random(in: 1...3, using: &random))
    {
      var name = try Name(text)
      if let id = ["1", "2", "3", nil].randomElement(using: &random) ?? nil {
        if identities.insert(id).inserted { name = try name.known(by: id) }
      }
      edit.names.append(name)
      if Int.random(in: 0..<3, using: &random) == 0 {
        edit.flagsOfSource[name] = [[], .dead, .liked, .spared, .dropped].randomElement(
          using: &random)
      }
    }
    return edit
  }
}
