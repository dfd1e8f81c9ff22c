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

  /// Names next to each other in collation order that are in one section.
  struct Run: Sendable {
    let key: Key
    let places: Range<Int>
  }

  let rule: NameOrder.SectionRule

  /// The alphabets for the rule `index`.
  private let alphabets: Alphabets?

  init(_ order: NameOrder, collation: Collation) {
    rule = order.sections
    alphabets = order.sections == .index ? Alphabets(order.localeIdentifier, collation) : nil
  }

  /// Opens what most names need.
  func prepare() {
    _ = alphabets?.alphabet(isForASCII: true)
  }

  /// The section of one name.
  func key(of name: Name, sortKey: [UInt8]) -> Key {
    switch rule {
    case .none:
      return Key(rank: 0, title: "")
    case .firstLetter:
      return Key(rank: 0, title: Self.firstLetter(of: name.text))
    case .index:
      let alphabet = alphabets?.alphabet(isForASCII: name.text.utf8.allSatisfy { $0 < 0x80 })
      let section = alphabet?.section(ofKey: sortKey) ?? 0
      return Key(rank: alphabet?.ranks[section] ?? 0, title: alphabet?.titles[section] ?? "")
    }
  }

  /// How many titles of the alphabet stand before one of a rank.
  func place(ofRank rank: Int) -> Int {
    alphabets?.alphabet(isForASCII: false).ranks.partitionPoint { $0 >= rank } ?? 0
  }

  /// The sections of sorted names, as runs that follow each other; a section may have several.
  ///
  /// - Complexity: O(*b* log *n*) for *b* borders of the alphabet and *n* names; O(*n*) for the rule
  ///   `firstLetter`.
  func runs(of names: SortedNames, collation: Collation) -> [Run] {
    guard names.count > 0 else { return [] }
    switch rule {
    case .none: return [Run(key: Key(rank: 0, title: ""), places: 0..<names.count)]
    case .firstLetter: return runsByFirstLetter(names)
    case .index: return runsByAlphabet(names, collation)
    }
  }

  /// Finds the borders among the names, or a border for each name when these are fewer.
  private func runsByAlphabet(_ names: SortedNames, _ collation: Collation) -> [Run] {
    guard let alphabet = alphabets?.alphabet(isForASCII: names.isASCII) else { return [] }
    func key(_ section: Int) -> Key {
      Key(rank: alphabet.ranks[section], title: alphabet.titles[section])
    }
    func sortKey(_ place: Int) -> [UInt8] { names.withText(at: place) { collation.key(of: $0) } }
    guard names.count > alphabet.borders.count else {
      return (0..<names.count).map { place in
        Run(key: key(alphabet.section(ofKey: sortKey(place))), places: place..<(place + 1))
      }
    }
    var runs: [Run] = []
    var start = 0
    for (border, next) in zip(alphabet.borders, alphabet.borders.dropFirst()) {
      let end = (start..<names.count).partitionPoint {
        !sortKey($0).lexicographicallyPrecedes(next.key)
      }
      if end > start { runs.append(Run(key: key(border.section), places: start..<end)) }
      start = end
    }
    if let last = alphabet.borders.last, start < names.count {
      runs.append(Run(key: key(last.section), places: start..<names.count))
    }
    return runs
  }

  private func runsByFirstLetter(_ names: SortedNames) -> [Run] {
    var runs: [Run] = []
    var titlesOfASCII = [String?](repeating: nil, count: 128)
    func title(of text: UnsafeRawBufferPointer) -> String {
      // A mark or joiner behind a letter is never ASCII, so two ASCII bytes are two characters,
      // but for a line break of two.
      let isPlain = text[0] < 0x80 && (text.count == 1 || text[1] < 0x80) && text[0] != 0x0D
      guard isPlain else { return Self.firstLetter(of: String(decoding: text, as: UTF8.self)) }
      if let known = titlesOfASCII[Int(text[0])] { return known }
      let title = Self.firstLetter(of: String(Character(Unicode.Scalar(text[0]))))
      titlesOfASCII[Int(text[0])] = title
      return title
    }
    var start = 0
    var current = names.withText(at: 0, title)
    for place in 1..<max(names.count, 1) {
      let next = names.withText(at: place, title)
      guard next != current else { continue }
      runs.append(Run(key: Key(rank: 0, title: current), places: start..<place))
      (start, current) = (place, next)
    }
    runs.append(Run(key: Key(rank: 0, title: current), places: start..<names.count))
    return runs
  }

  private static func firstLetter(of text: String) -> String {
    guard let first = text.first else { return "#" }
    // Titles are compared as strings, in quadratic time where marks are out of order: of those on one
    // letter only as many count as some script has.
    let letter = Character(String(String.UnicodeScalarView(first.unicodeScalars.prefix(32))))
    let title = letter.uppercased()
    return title.isEmpty ? "#" : title
  }
}
