/// Assigns names to sections by the rule of an order.
struct SectionRuler: Sendable {
  /// The identity and the order of a section.
  ///
  /// With the rule `alphabet`, all ranks differ and determine the order. With `firstLetter`, all
  /// ranks are equal, and the first names determine the order. With `column`, titles determine the
  /// order of sections with equal ranks.
  struct Key: Hashable, Sendable {
    let rank: Int
    let title: String

    /// The section of names without a value, after all others.
    static let withoutValue = Key(rank: 1, title: "-")

    init(rank: Int, title: String) {
      self.rank = rank
      self.title = title
    }

    /// The section of names with a value in their column; sections of `first` have ranks below zero.
    init(value: String, first: [String]) {
      if value == Self.withoutValue.title {
        self = Self.withoutValue
      } else {
        let place = first.firstIndex(of: value) ?? first.count
        self.init(rank: place - first.count, title: value)
      }
    }

    /// The value in the column; `nil` if there is none.
    var value: String? { self == Self.withoutValue ? nil : title }
  }

  /// Adjacent names in one section.
  struct Run: Sendable {
    let key: Key
    let places: Range<Int>
  }

  let rule: NameOrder.SectionRule

  /// `nil` unless the rule is `alphabet`.
  private let alphabets: Alphabets?

  init(_ order: NameOrder, collation: Collation) {
    rule = order.sections
    alphabets = order.sections == .alphabet ? Alphabets(order.localeIdentifier, collation) : nil
  }

  /// Reads the ASCII alphabet, which most names need.
  func prepare() {
    _ = alphabets?.alphabet(isForASCII: true)
  }

  /// The section of a name, or `nil` if it does not depend on the name.
  func key(of name: Name, sortKey: @autoclosure () -> [UInt8]) -> Key? {
    switch rule {
    case .column:
      return nil
    case .none:
      return Key(rank: 0, title: "")
    case .firstLetter:
      return Key(rank: 0, title: Self.firstLetter(of: name.text))
    case .alphabet:
      let alphabet = alphabets?.alphabet(isForASCII: name.text.utf8.allSatisfy { $0 < 0x80 })
      let section = alphabet?.section(ofKey: sortKey()) ?? 0
      return Key(rank: alphabet?.ranks[section] ?? 0, title: alphabet?.titles[section] ?? "")
    }
  }

  /// The number of titles of the alphabet with a lower rank.
  func place(ofRank rank: Int) -> Int {
    alphabets?.alphabet(isForASCII: false).ranks.partitionPoint { $0 >= rank } ?? 0
  }

  /// The sections of sorted names as adjacent runs; one section may have several runs.
  ///
  /// With the rule `column` there are no runs: see ``ArrangedNames``.
  ///
  /// - Complexity: O(*b* log *n*) for *b* borders of the alphabet and *n* names; O(*n*) with the
  ///   rule `firstLetter`.
  func runs(of names: SortedNames, collation: Collation) -> [Run] {
    guard names.count > 0 else { return [] }
    switch rule {
    case .none: return [Run(key: Key(rank: 0, title: ""), places: 0..<names.count)]
    case .firstLetter: return runsByFirstLetter(names)
    case .alphabet: return runsByAlphabet(names, collation)
    case .column: return []
    }
  }

  /// Searches for each border among the names, or for each name among the borders if there are fewer names.
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
      // A mark or joiner is never ASCII, so two ASCII bytes are two characters, except for CR LF.
      // A name in a damaged snapshot is read as empty.
      let isPlain =
        !text.isEmpty && text[0] < 0x80 && (text.count == 1 || text[1] < 0x80) && text[0] != 0x0D
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
    // Comparing strings takes quadratic time for marks out of order; no script needs more scalars.
    let letter = Character(String(String.UnicodeScalarView(first.unicodeScalars.prefix(32))))
    let title = letter.uppercased()
    return title.isEmpty ? "#" : title
  }
}

extension SectionRuler.Key {
  /// Whether a section by the rule `column` comes before another one, whose title is known by its sort key.
  func precedes(_ other: Self, _ title: SoughtName) -> Bool {
    rank == other.rank ? order(against: title) < 0 : rank < other.rank
  }

  /// Negative when the title of a section by the rule `column` comes before another one, zero when they are
  /// the same.
  func order(against title: SoughtName) -> Int {
    if self == .withoutValue { return 1 }
    var own = self.title
    return own.withUTF8 { title.order(of: UnsafeRawBufferPointer($0)) }
  }
}
