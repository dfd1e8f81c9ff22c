import Edits
import NameSearch

extension Edit {
  /// What an edit makes of a name of which a list keeps nothing.
  enum NewNameOutcome: Equatable {
    case added(Flags), unchanged, unknown
  }

  /// What the edit makes of a name of which the list keeps nothing: it starts from the flags that
  /// the name has elsewhere.
  func outcome(ofNew name: Name) -> NewNameOutcome {
    let elsewhere = flagsElsewhere[name]
    let after = action.applied(to: elsewhere)
    if action != .add, elsewhere != nil, after == elsewhere { return .unchanged }
    guard let after, adds(name) else { return .unknown }
    return .added(after)
  }

  /// The names in the order given, each row once.
  var rowsOnce: [Name] {
    var seen: (names: Set<Name>, identities: Set<String>) = ([], [])
    return names.filter { name in
      name.sourceID.map { seen.identities.insert($0).inserted }
        ?? seen.names.insert(name).inserted
    }
  }

  /// Whether a list that keeps nothing would keep something after the edit.
  var fillsAnEmptyList: Bool {
    names.contains {
      if case .added = outcome(ofNew: $0) { true } else { false }
    }
  }

  /// What comes of the edit in a list that keeps nothing, and gets nothing by it.
  var resultWithoutAList: EditResult {
    var result = EditResult()
    for name in rowsOnce {
      if outcome(ofNew: name) == .unchanged {
        result.unchanged.append(name)
      } else {
        result.unknown.append(name)
      }
    }
    return result
  }
}
