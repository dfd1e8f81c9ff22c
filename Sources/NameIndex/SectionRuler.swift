/// Puts names into sections by the rule of an order.
struct SectionRuler: Sendable {
  /// What a section is known by: sections with equal keys are one.
  ///
  /// Among sections of one rule either all ranks differ, and give the order, or all are equal, and
  /// the first names of the sections do.
  struct Key: Hashable, Sendable {
    let rank: Int
    let title: String
  }

  /// The section of each name of a sorted batch.
  struct Assignment {
    /// The sections, in the order of their ranks or, where these are equal, of their first names.
    var keys: [Key] = []

    /// For each name, the place of its section in `keys`.
    var places: [UInt32] = []
  }

  let rule: NameOrder.SectionRule

  /// The alphabet for the rule `index`.
  private let alphabet: Alphabet?

  init(_ order: NameOrder, collation: Collation) {
    rule = order.sections
    alphabet =
      order.sections == .index
      ? Alphabet(localeIdentifier: order.localeIdentifier, collation: collation) : nil
  }

  /// The section of one name.
  func key(of name: Name, sortKey: [UInt8]) -> Key {
    switch rule {
    case .none:
      return Key(rank: 0, title: "")
    case .firstLetter:
      return Key(rank: 0, title: Self.firstLetter(of: name.text))
    case .index:
      let section = alphabet?.section(ofKey: sortKey) ?? 0
      return Key(rank: section, title: alphabet?.titles[section] ?? "")
    }
  }

  /// The sections of all names of a batch.
  func assign(_ names: SortedNames, of batch: NameBatch) -> Assignment {
    switch rule {
    case .none: assignToOne(names)
    case .firstLetter: assignByFirstLetter(names, of: batch)
    case .index: assignByAlphabet(names)
    }
  }

  private func assignToOne(_ names: SortedNames) -> Assignment {
    Assignment(
      keys: [Key(rank: 0, title: "")], places: Array(repeating: 0, count: names.entries.count))
  }

  /// Finds the borders among the names, or a border for each name when these are fewer.
  private func assignByAlphabet(_ names: SortedNames) -> Assignment {
    guard let alphabet else { return assignToOne(names) }
    var result = Assignment()
    result.keys = alphabet.titles.enumerated().map { Key(rank: $0.offset, title: $0.element) }
    guard names.entries.count > alphabet.borders.count else {
      result.places = names.entries.indices.map {
        UInt32(alphabet.section(ofKey: names.key(at: $0)))
      }
      return result
    }
    result.places.reserveCapacity(names.entries.count)
    for (place, border) in alphabet.borders.enumerated() {
      let next = place + 1 < alphabet.borders.count ? alphabet.borders[place + 1] : nil
      let end =
        next.map { next in
          names.entries.indices.partitionPoint {
            !names.key(at: $0).lexicographicallyPrecedes(next.key)
          }
        } ?? names.entries.count
      let count = end - result.places.count
      result.places.append(contentsOf: repeatElement(UInt32(border.section), count: count))
    }
    return result
  }

  private func assignByFirstLetter(_ names: SortedNames, of batch: NameBatch) -> Assignment {
    var result = Assignment()
    var places: [String: UInt32] = [:]
    var placesOfASCII = [UInt32?](repeating: nil, count: 128)
    func place(of title: String) -> UInt32 {
      if let known = places[title] { return known }
      let place = UInt32(result.keys.count)
      places[title] = place
      result.keys.append(Key(rank: 0, title: title))
      return place
    }
    for entry in names.entries {
      let placeOfName = batch.texts.withBytes(at: Int(entry.arrival)) { text -> UInt32 in
        // A mark or joiner behind a letter is never ASCII, so two ASCII bytes are two characters,
        // but for a line break of two.
        let isPlain = text[0] < 0x80 && (text.count == 1 || text[1] < 0x80) && text[0] != 0x0D
        guard isPlain else {
          return place(of: Self.firstLetter(of: String(decoding: text, as: UTF8.self)))
        }
        if let known = placesOfASCII[Int(text[0])] { return known }
        let letter = Character(Unicode.Scalar(text[0]))
        let found = place(of: Self.firstLetter(of: String(letter)))
        placesOfASCII[Int(text[0])] = found
        return found
      }
      result.places.append(placeOfName)
    }
    return result
  }

  private static func firstLetter(of text: String) -> String {
    let title = text.first?.uppercased() ?? ""
    return title.isEmpty ? "#" : title
  }
}
