extension NameTable {
  /// Negative when the row comes before `name`; O(1) unless both keys' first 16 bytes are equal.
  func order(of row: Int, against name: SoughtName) -> Int {
    let order = texts.withBytes(at: row) { name.order(of: $0) }
    if order != 0 { return order }
    if let line = name.line {
      let order = line.original.withUnsafeBytes { original in
        withOriginal(at: row) { $0.order(against: original) }
      }
      return order == 0 ? Int(positions[row]) - Int(line.number) : order
    }
    return sourceIDs.order(of: row, against: name.sourceID)
  }

  /// The first place not before `name`, and whether it has that name; O(log *d*) if it is the place
  /// number *d* of `places`, which are rows or, with `byName`, places in the order of names.
  func place(
    of name: SoughtName, in places: Range<Int>, byName: Bool = false
  ) -> (place: Int, isSame: Bool) {
    place(in: places) { order(of: byName ? rowByName($0) : $0, against: name) }
  }

  /// The first place that is not before the sought name, and whether it has that name.
  ///
  /// `order` is negative for places before the sought name, and zero for that name.
  private func place(
    in places: Range<Int>, _ order: (Int) -> Int
  ) -> (place: Int, isSame: Bool) {
    var step = 1
    var low = places.lowerBound
    while low + step <= places.upperBound, order(low + step - 1) < 0 {
      low += step
      step *= 2
    }
    let place = (low..<min(low + step, places.upperBound)).partitionPoint { order($0) >= 0 }
    return (place, place < places.upperBound && order(place) == 0)
  }

  func rows(of key: SectionRuler.Key) -> Range<Int>? {
    sections.first { $0.key == key }?.rows
  }

  /// For each row of `other`, the first row of its section here (if there is one) that is not
  /// before it.
  ///
  /// - Complexity: O(*m* log *n*) for *m* rows of `other` and *n* here; less for adjacent ones.
  func places(of other: NameTable, _ ordering: RowOrdering) -> [Int] {
    search(other) { row, places in
      let row = ordering.row(row, of: other)
      return place(in: places) { ordering.order(of: $0, in: self, against: row) }
    }.map(\.place)
  }

  /// For each row of `other`, the row here with the same name, or `nil`.
  ///
  /// - Complexity: As that of `places`.
  func sames(of other: NameTable, _ collation: Collation) -> [Int?] {
    guard !other.byName.isEmpty, !byName.isEmpty else {
      return search(other) { row, places in
        place(of: other.sought(row, collation), in: places)
      }.map { $0.isSame ? $0.place : nil }
    }
    var sames = [Int?](repeating: nil, count: other.count)
    var rest = 0..<count
    for row in other.byName {
      let found = place(of: other.sought(Int(row), collation), in: rest, byName: true)
      rest = found.place..<rest.upperBound
      if found.isSame { sames[Int(row)] = rowByName(found.place) }
    }
    return sames
  }

  /// Looks up the rows of `other`, each in its section here, starting from the place of the previous one.
  private func search(
    _ other: NameTable, _ find: (_ row: Int, _ places: Range<Int>) -> (place: Int, isSame: Bool)
  ) -> [(place: Int, isSame: Bool)] {
    let own = Dictionary(uniqueKeysWithValues: sections.map { ($0.key, $0.rows) })
    var places: [(place: Int, isSame: Bool)] = []
    places.reserveCapacity(other.count)
    for section in other.sections {
      var rest = own[section.key] ?? 0..<0
      for row in section.rows {
        let place = find(row, rest)
        rest = place.place..<rest.upperBound
        places.append(place)
      }
    }
    return places
  }

  func sought(_ row: Int, _ collation: Collation) -> SoughtName {
    texts.withBytes(at: row) { text in
      SoughtName(
        text, sourceID: sourceIDs.bytes(at: row),
        line: number(of: row).map { (originals.bytes(at: row) ?? [UInt8](text), $0) }, collation)
    }
  }
}

extension NameTable {
  /// The row of a name; `key` is its section if the name determines that.
  func row(of name: SoughtName, in key: SectionRuler.Key?) -> Int? {
    guard let places = places(in: key) else { return nil }
    let found = place(of: name, in: places, byName: key == nil)
    return found.isSame ? row(at: found.place, in: key) : nil
  }

  /// The rows with the text of a name without a source ID, whatever IDs they have.
  func rows(called name: SoughtName, in key: SectionRuler.Key?) -> [Int] {
    guard let places = places(in: key) else { return [] }
    // A name without a source ID sorts before all others of the same text.
    var place = place(of: name, in: places, byName: key == nil).place
    var rows: [Int] = []
    while place < places.upperBound {
      let row = row(at: place, in: key)
      guard texts.withBytes(at: row, name.order(of:)) == 0 else { break }
      rows.append(row)
      place += 1
    }
    return rows
  }

  /// The rows of a section; without a section, all places in the order of names.
  private func places(in key: SectionRuler.Key?) -> Range<Int>? {
    key.map { rows(of: $0) } ?? 0..<byName.count
  }

  private func row(at place: Int, in key: SectionRuler.Key?) -> Int {
    key == nil ? rowByName(place) : place
  }

  /// The row at a place in the order of names; an invalid row is replaced by the last one.
  private func rowByName(_ place: Int) -> Int { min(Int(byName[place]), count - 1) }
}
