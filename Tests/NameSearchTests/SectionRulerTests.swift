import CUnicode
import LibraryTestSupport
import TestSupport
import Testing

@testable import NameSearch

struct SectionRulerTests {
  @Test(arguments: [
    (
      "en", ["Zoë", "Åsa", "1a", "ж", "東京", "-x", "é", "🎯", "😀 a"],
      ["#: -x 🎯 😀 a 1a", "A: Åsa", "E: é", "Z: Zoë", "Ж: ж", "…: 東京"]
    ),
    ("sv", ["Åsa", "Øre", "Anna", "Zoë"], ["A: Anna", "Z: Zoë", "Å: Åsa", "Ö: Øre"]),
    ("ru", ["Анна", "Ёлка", "Anna"], ["A: Anna", "А: Анна", "Е: Ёлка"]),
    ("ja", ["かめ", "がん", "カメラ", "東京", "Anna"], ["A: Anna", "か: かめ カメラ がん", "…: 東京"]),
    ("zh", ["北京", "Bob", "重庆", "Carol"], ["B: 北京 Bob", "C: 重庆 Carol"]),
    ("ko", ["가나", "한국", "Kim"], ["K: Kim", "ㄱ: 가나", "ㅎ: 한국"]),
    ("cs", ["Chleba", "Cukr", "Hora"], ["C: Cukr", "H: Hora", "CH: Chleba"]),
    ("", ["ß", "ﬁ"], ["F: ﬁ", "S: ß"]),
    (
      "",
      ["Ωμέγα", "Άννα", "Анна", "Ёлка", "שלום", "بدر", "かめ", "カメラ", "한국", "ก", "ანა", "अ", "Ⴀ"],
      [
        "Α: Άννα", "Ω: Ωμέγα", "А: Анна", "Е: Ёлка", "ש: שלום", "ب: بدر", "か: かめ カメラ", "ㅎ: 한국",
        "ก: ก", "ა: ანა Ⴀ", "अ: अ",
      ]
    ),
    ("el", ["Άννα", "Anna", "Анна"], ["Α: Άννα", "A: Anna", "А: Анна"]),
    ("uk", ["Ґанок", "Їжак", "Anna"], ["A: Anna", "Ґ: Ґанок", "Ї: Їжак"]),
  ])
  func theAlphabetOfTheLocaleNamesTheSections(
    locale: String, names: [String], expected: [String]
  ) throws {
    let order = NameOrder(localeIdentifier: locale, sections: .alphabet)
    let outline = try NameIndex(names, order: order).outline
    #expect(Set(outline) == Set(expected), "\(outline)")
  }

  @Test func namesWithoutALetterAreFirstAndThoseWithoutALabelLast() throws {
    let names = ["\u{E000}", "\u{378}", "\u{301}", "ᏻ", "ᐁ", "a", "!", "\u{FFFD}", "٣", "㊗️"]
    let index = try NameIndex(names, order: NameOrder(localeIdentifier: "ru"))
    #expect(index.sections.map(\.title) == ["#", "A", "…"])
    #expect(Set(index.texts.prefix(6)) == ["\u{E000}", "\u{378}", "\u{301}", "!", "\u{FFFD}", "٣"])
    #expect(index.outline.last == "…: ᏻ ᐁ ㊗️")
  }

  @Test(arguments: [
    "", "en", "sv", "da", "de", "de@collation=phonebook", "ru", "uk", "sr", "sr_Latn", "el", "he",
    "ar", "fa", "hi", "th", "ka", "zh", "zh_Hant", "zh@collation=stroke", "zh@collation=zhuyin",
    "ja", "ko", "cs", "sk", "hu", "hr", "es@collation=traditional", "lt", "lv", "tr", "vi", "cy",
    "am", "hy", "bn", "ta", "no such locale",
  ])
  func bordersAgreeWithICU(locale: String) throws {
    let collation = Collation(localeIdentifier: locale)
    let alphabet = Alphabet(localeIdentifier: locale, collation: collation)
    let handle = collation.withHandle { cunicode_alphabet_open(locale, $0, false) }
    defer { cunicode_alphabet_close(handle) }
    #expect(alphabet.titles.count == Set(alphabet.titles).count)
    let plain = Alphabet(localeIdentifier: locale, collation: collation, isForASCII: true)
    let ranks = Dictionary(uniqueKeysWithValues: zip(alphabet.titles, alphabet.ranks))
    for (title, rank) in zip(plain.titles, plain.ranks) {
      #expect(ranks[title] == rank, "\(title)")
    }
    for ranks in [alphabet.ranks, plain.ranks] {
      #expect(zip(ranks, ranks.dropFirst()).allSatisfy { $0 < $1 })
    }
    var random = SeededGenerator(seed: 3)
    let samples =
      SampleText.names(300, using: &random).map(\.text) + alphabet.titles + scripts() + ascii()
    for text in samples {
      try Array(Name(text).text.utf8).withUnsafeBytes { bytes in
        let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
        let expected = cunicode_alphabet_section(handle, start, Int32(bytes.count))
        let key = collation.key(of: bytes)
        #expect(alphabet.section(ofKey: key) == Int(expected), "\(text)")
        if bytes.isASCII {
          #expect(
            plain.titles[plain.section(ofKey: key)] == alphabet.titles[Int(expected)], "\(text)")
        }
      }
    }
  }

  /// ASCII texts from the first character to the last.
  private func ascii() -> [String] {
    (UInt8(1)..<128).flatMap { first in
      ["", "a", "Z", " ", "~"].map { String(decoding: [first], as: UTF8.self) + $0 }
    }.filter { (try? Name($0)) != nil }
  }

  /// Letters from all over Unicode, each followed by another one; none that ICU may be too old for.
  private func scripts() -> [String] {
    stride(from: UInt32(0xA1), to: 0x20000, by: 41).compactMap(Unicode.Scalar.init)
      .filter { $0.properties.isAlphabetic && ($0.properties.age?.major ?? .max) <= 15 }.map {
        "\($0)a"
      }
  }

  @Test func firstLettersAreUpperCasedAndOrderedByTheirFirstName() throws {
    let names = ["éa", "eb", "ß", "anna", "Arya", "1", "'x", "🇸🇪", "👩🏽‍🚀 a", "ﬁn", "i", "ı"]
    let order = NameOrder(localeIdentifier: "en", sections: .firstLetter)
    let index = try NameIndex(names, order: order)
    #expect(
      index.outline == [
        "': 'x", "🇸🇪: 🇸🇪", "👩🏽‍🚀: 👩🏽‍🚀 a", "1: 1", "A: anna Arya", "É: éa", "E: eb", "FI: ﬁn", "I: i ı",
        "SS: ß",
      ])
    let more = index.adding(try NameBatch(["ea"]))
    #expect(more.sections.map(\.title).contains("E"))
    #expect(more.outline.filter { $0.hasPrefix("E") } == ["E: ea eb"])
    let places = ["E", "É"].map { title in more.sections.firstIndex { $0.title == title } ?? -1 }
    #expect(places[0] < places[1])
  }

  @Test func aMarkAfterAnASCIILetterIsPartOfTheFirstLetter() throws {
    let order = NameOrder(sections: .firstLetter)
    let index = try NameIndex(["q\u{301}a", "qa", "1\u{20E3}"], order: order)
    #expect(Set(index.sections.map(\.title)) == ["Q\u{301}", "Q", "1\u{20E3}"])
  }

  @Test func withoutSectionsThereIsOneWithoutATitle() throws {
    let index = try NameIndex(["b", "1", "東"], order: NameOrder(sections: .none))
    #expect(index.sections == [IndexSection(title: "", rows: 0..<3)])
  }

  @Test(arguments: [
    ["!", "?", "…"], ["🎯", "😀", "❤️"], ["\u{200B}", "\u{301}", "\u{1}"],
  ])
  func namesWithoutLettersAreAllUnderTheFirstTitle(names: [String]) throws {
    let index = try NameIndex(names)
    #expect(index.sections == [IndexSection(title: "#", rows: 0..<3)])
  }
}
