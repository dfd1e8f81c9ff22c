import ListModel
import NameSearch

extension Edit {
  enum NewNameOutcome: Equatable {
    case added(Flags), unchanged, unknown
  }

  /// The result for a name that the list lacks; a new row starts with `flagsOfSource`.
  func outcome(ofNew name: Name) -> NewNameOutcome {
    let before = flagsOfSource[name]
    let after = action.applied(to: before)
    let setsRemark = decision.applied(to: Remark()) != Remark()
    if action != .add, before != nil, after == before, !setsRemark { return .unchanged }
    guard let after, adds(name) else { return .unknown }
    return .added(after)
  }

  /// The names in the given order, without repetitions.
  var rowsOnce: [Name] {
    var seen: (names: Set<Name>, identities: Set<String>) = ([], [])
    return names.filter { name in
      name.sourceID.map { seen.identities.insert($0).inserted }
        ?? seen.names.insert(name).inserted
    }
  }

  /// Whether the edit would add a row to an empty list.
  var fillsAnEmptyList: Bool {
    names.contains {
      if case .added = outcome(ofNew: $0) { true } else { false }
    }
  }

  var resultWithoutAList: EditResult {
    var result = EditResult()
    result.unknownIDs = ids
    for name in rowsOnce {
      switch outcome(ofNew: name) {
      case .unchanged: result.unchanged.append(name)
      case .added, .unknown: result.unknown.append(name)
      }
    }
    return result
  }
}
