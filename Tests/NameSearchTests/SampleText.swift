import LibraryTestSupport
import NameSearch

/// Random text in several scripts, with everything that affects folding and the starts of words.
enum SampleText {
  /// Characters to build from; each place is equally likely.
  private static let pieces: [String] = [
    "a", "A", "b", "B", "e", "E", "s", "S", "o", "i", "I", "k", "n", "1", "7", "0", "aB", "ABa",
    " ", " ", " ", "-", "'", "/", ".", "_", "(", "&", "!", "^", "$", "\\", "🎯", "❤\u{FE0F}", "👩🏽‍🚀",
    "é", "É", "e\u{301}", "E\u{308}", "å", "Ö", "ø", "Ø", "ł", "æ", "Æ", "œ", "đ", "ß", "ẞ", "ı",
    "İ", "ŉ", "ǰ", "q\u{301}", "ﬁ", "ſ", "Ａ", "ａ", "Ⅷ", "½", "㈱", "\u{AD}", "\u{200B}", "\u{200D}",
    "α", "Α", "ά", "ᾳ", "ᾼ", "ς", "Σ", "и", "й", "Й", "е", "ё", "Ё", "ї", "к\u{301}", "и\u{300}",
    "か", "が", "か\u{309A}", "カ", "ｶ", "ｶﾞ", "ﾞ", "東", "京", "北", "한", "ᄒ", "\u{1161}", "\u{11AB}",
    "क", "कि", "क\u{94D}", "न", "ก", "กิ", "เ", "م", "مُ", "א", "אָ", "ა", "Ა", "Ꭰ", "ꭰ", "ა",
    "\u{301}", "\u{308}", "\u{323}", "\u{345}", "\u{3099}", "\u{A0}", "\u{3000}", "ch", "Ch", "sch",
  ]

  private static let piecesInASCII = pieces.filter { $0.utf8.allSatisfy { $0 < 0x80 } }

  /// A text of up to `length` pieces, which may not be a valid name.
  static func text(
    upTo length: Int, inASCII isASCII: Bool = false, using random: inout SeededGenerator
  ) -> String {
    (0..<Int.random(in: 1...length, using: &random)).reduce(into: "") { text, _ in
      text += (isASCII ? piecesInASCII : pieces).randomElement(using: &random) ?? "a"
    }
  }

  /// Names, some of them equal; most are short, so that queries find several.
  static func names(
    _ count: Int, inASCII isASCII: Bool = false, using random: inout SeededGenerator
  ) -> [Name] {
    var names: [Name] = []
    while names.count < count {
      if let again = names.randomElement(using: &random), Int.random(in: 0..<8, using: &random) == 0
      {
        names.append(again)
      } else if let name = try? Name(text(upTo: 9, inASCII: isASCII, using: &random)) {
        names.append(name)
      }
    }
    return names
  }

  /// A text to search for: usually a part of a name in another spelling, sometimes anything.
  static func query(for names: [Name], using random: inout SeededGenerator) -> String {
    guard let name = names.randomElement(using: &random), Int.random(in: 0..<6, using: &random) > 0
    else { return text(upTo: 3, using: &random) }
    let scalars = Array(name.original.unicodeScalars)
    let start = Int.random(in: 0..<scalars.count, using: &random)
    let length = Int.random(in: 1...4, using: &random)
    var part = String.UnicodeScalarView()
    part.append(contentsOf: scalars[start..<min(start + length, scalars.count)])
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return String(part).lowercased()
    case 1: return String(part).uppercased()
    default: return String(part)
    }
  }

  /// Words to search for, with signs.
  static func typedQuery(for names: [Name], using random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...2, using: &random)).map { _ in
      let signs = ["", "", "", "'", "^", "!", "!'", "!^", "\\", "!\\", "'!", "^\\\\"]
      let ends = ["", "", "", "$", "\\$", "\\\\$"]
      return (signs.randomElement(using: &random) ?? "") + query(for: names, using: &random)
        + (ends.randomElement(using: &random) ?? "")
    }.joined(separator: " ")
  }

  /// A query with any rules.
  static func nameQuery(for names: [Name], using random: inout SeededGenerator) -> NameQuery {
    NameQuery(
      typedQuery(for: names, using: &random),
      match: Int.random(in: 0..<4, using: &random) > 0 ? .words : .phrase,
      sensitivity: NameQuery.Sensitivity.allCases.randomElement(using: &random) ?? .smart,
      looksInsideWords: Int.random(in: 0..<4, using: &random) == 0)
  }

  static func description(of query: NameQuery) -> String {
    let scalars = query.text.unicodeScalars.map { String($0.value, radix: 16) }
    return "\(query.text) \(scalars) \(query.match) \(query.sensitivity)"
      + (query.looksInsideWords ? " inside words" : "")
  }
}

extension NameIndex {
  /// The texts of the names in each section, under its title.
  var outline: [String] {
    sections.map { section in
      "\(section.title): " + section.rows.map { name(at: NameRow($0)).text }.joined(separator: " ")
    }
  }

  /// The texts of the names that match a query.
  func texts(matching query: NameQuery) -> [String] {
    (matches(query) ?? RowSet(rowCount: count)).map { name(at: $0).text }
  }
}
