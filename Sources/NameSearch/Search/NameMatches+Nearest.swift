extension NameMatches {
  /// The section that would hold a text as a name, or else the nearest one with matches.
  ///
  /// Distance is counted in labels of the alphabet; of two equally near sections, the later one is
  /// taken. Without an alphabet, it is the first section that does not begin before the text, or
  /// the last one. With the rule `column`, titles are compared instead.
  ///
  /// - Returns: An index in `sections`; `nil` when nothing matches or the text is not a valid name.
  /// - Complexity: O(*s*), where *s* is the number of sections.
  public func section(nearestTo text: String) -> Int? {
    guard !sections.isEmpty, let name = try? Name(text) else { return nil }
    return Array(name.text.utf8).withUnsafeBytes { bytes -> Int? in
      if index.order.sections == .alphabet,
        let key = index.ruler.key(of: name, sortKey: index.collation.key(of: bytes))
      {
        let wanted = index.ruler.place(ofRank: key.rank)
        let places = sections.map { section in
          let number = index.section(ofOffset: section.rows.lowerBound)
          return index.ruler.place(ofRank: index.sectionKeys[number].rank)
        }
        return places.indices.min { distance(places[$0], wanted) < distance(places[$1], wanted) }
      }
      let sought = SoughtName(bytes, index.collation)
      if !index.order.firstSections.isEmpty { return sectionOfTitle(atLeast: sought) }
      if index.order.sections != .column, index.order.isReversed {
        // In reverse order, the last row of a section has the first of its names.
        return sections.lastIndex {
          isName(at: $0.rows.upperBound - 1, notBefore: sought)
        } ?? 0
      }
      return sections.firstIndex { section in
        if index.order.sections == .column {
          let number = index.section(ofOffset: section.rows.lowerBound)
          return index.sectionKeys[number].order(against: sought) >= 0
        }
        return isName(at: section.rows.lowerBound, notBefore: sought)
      } ?? sections.count - 1
    }
  }

  private func isName(at row: Int, notBefore sought: SoughtName) -> Bool {
    let (table, row) = index.place(of: NameRow(row))
    return table.order(of: row, against: sought) >= 0
  }

  /// The section with the first title at or after a text, whatever the order of sections; otherwise
  /// that with the last title.
  private func sectionOfTitle(atLeast sought: SoughtName) -> Int? {
    var best: (number: Int, title: SoughtName)?
    var last: (number: Int, title: SoughtName)?
    for (number, section) in sections.enumerated() {
      let key = index.sectionKeys[index.section(ofOffset: section.rows.lowerBound)]
      if key == .withoutValue { continue }
      var text = key.title
      let title = text.withUTF8 { SoughtName(UnsafeRawBufferPointer($0), index.collation) }
      if key.order(against: sought) >= 0, best.map({ key.order(against: $0.title) < 0 }) ?? true {
        best = (number, title)
      }
      if last.map({ key.order(against: $0.title) > 0 }) ?? true { last = (number, title) }
    }
    let withoutValue = sections.indices.last { number in
      index.sectionKeys[index.section(ofOffset: sections[number].rows.lowerBound)] == .withoutValue
    }
    return best?.number ?? withoutValue ?? last?.number
  }

  /// Twice the distance, plus one on the earlier side, so that no two sections are equally near.
  private func distance(_ place: Int, _ wanted: Int) -> Int {
    place >= wanted ? 2 * (place - wanted) : 2 * (wanted - place) + 1
  }
}
