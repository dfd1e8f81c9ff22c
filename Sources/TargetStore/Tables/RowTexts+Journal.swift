import ListModel

extension RowTexts {
  /// What a change to other texts has to note, to be taken back and made again.
  func aspects(to new: RowTexts) -> [Journal.Aspect] {
    var aspects: [Journal.Aspect] = []
    if detail != new.detail {
      aspects.append(.init(what: "detail", before: .init(detail), after: .init(new.detail)))
    }
    if section != new.section {
      aspects.append(.init(what: "section", before: .init(section), after: .init(new.section)))
    }
    return aspects
  }

  /// Makes a change again, or takes it back.
  mutating func apply(_ aspects: [Journal.Aspect], redoes: Bool) {
    for aspect in aspects {
      let value = (redoes ? aspect.after : aspect.before).text
      switch aspect.what {
      case "detail": detail = value
      case "section": section = value
      default: break
      }
    }
  }
}
