import CUnicode
import LibraryTestSupport
import TestSupport
import Testing

@testable import NameSearch

struct CollationKeyTests {
  /// ASCII of all kinds, mostly as in names, and sometimes long.
  private func text(_ random: inout SeededGenerator) -> [UInt8] {
    let longest = Int.random(in: 0..<40, using: &random) == 0 ? 400 : 24
    return (0..<Int.random(in: 1...longest, using: &random)).map { _ in
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<6: UInt8.random(in: 0x61...0x7A, using: &random)
      case 6, 7: UInt8.random(in: 0x41...0x5A, using: &random)
      case 8: 0x20
      default: UInt8.random(in: 1...0x7F, using: &random)
      }
    }
  }

  @Test func theShortWayWritesTheKeysOfICUByteForByteInEveryLocale() {
    var random = SeededGenerator(seed: 11)
    var quickLocales = 0
    let locales =
      [
        "", "en@collation=search", "de@collation=phonebook", "en-u-kn", "da-u-kf-upper",
        "en-u-ks-level2",
      ]
      + (0..<cunicode_collation_locale_count()).compactMap {
        cunicode_collation_locale($0).map { String(cString: $0) }
      }
    for locale in locales {
      let (learned, plain) = (
        Collation(localeIdentifier: locale), Collation(localeIdentifier: locale)
      )
      learned.prepareForMany()
      if learned.hasShortWay { quickLocales += 1 }
      for _ in 0..<150 {
        text(&random).withUnsafeBytes { text in
          let key = plain.key(of: text)
          #expect(learned.key(of: text) == key, "\(locale): \([UInt8](text))")
          for offset in [0, 16, 48] {
            let part = key.withUnsafeBytes { KeyPart($0, from: offset) }
            #expect(learned.keyPart(of: text, from: offset) == part, "\(locale): \([UInt8](text))")
          }
        }
      }
    }
    // The short way must also be used: not all keys are left to ICU.
    #expect(quickLocales > locales.count / 2)
  }

  /// Characters of one or two scripts, including marks, unassigned characters, and characters that
  /// sort in pairs.
  private func textOfScripts(_ random: inout SeededGenerator) -> String {
    let scripts: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0x61...0x7A, 0xA0...0x24F, 0x300...0x36F, 0x370...0x52F, 0x590...0x6FF,
      0x900...0x97F, 0xE00...0xEFF, 0x1100...0x11FF, 0x1E00...0x1FFF, 0x3040...0x30FF,
      0x4E00...0x4FFF, 0x9F00...0x9FFF, 0xAC00...0xADFF, 0xF900...0xFFFF, 0x1F300...0x1F6FF,
      0x1...0xD7FF,
    ]
    let chosen = (0..<2).map { _ in
      scripts[Int.random(in: scripts.indices, using: &random)]
    }
    let longest = Int.random(in: 0..<20, using: &random) == 0 ? 120 : 9
    let scalars = (0..<Int.random(in: 1...longest, using: &random)).compactMap { _ in
      UnicodeScalar(
        UInt32.random(in: chosen[Int.random(in: 0...1, using: &random)], using: &random))
    }
    return String(String.UnicodeScalarView(scalars))
  }

  private func expectKeysOfICU(_ texts: [String], in locale: String) {
    let (learned, plain) = (
      Collation(localeIdentifier: locale), Collation(localeIdentifier: locale)
    )
    learned.prepareForMany()
    for text in texts {
      [UInt8](text.utf8).withUnsafeBytes { bytes in
        let key = plain.key(of: bytes)
        #expect(learned.key(of: bytes) == key, "\(locale): \([UInt8](bytes))")
        for offset in [0, 16, 48] {
          let part = key.withUnsafeBytes { KeyPart($0, from: offset) }
          #expect(
            learned.keyPart(of: bytes, from: offset) == part, "\(locale): \([UInt8](bytes))")
        }
      }
    }
  }

  @Test func lettersOfAllScriptsHaveTheKeysOfICUByteForByteInEveryLocale() {
    var random = SeededGenerator(seed: 12)
    let locales =
      [
        "", "de@collation=phonebook", "zh@collation=stroke", "da-u-kf-upper", "fr-CA",
        "th-u-ka-shifted",
      ]
      + (0..<cunicode_collation_locale_count()).compactMap {
        cunicode_collation_locale($0).map { String(cString: $0) }
      }
    for locale in locales {
      expectKeysOfICU((0..<80).map { _ in textOfScripts(&random) }, in: locale)
    }
  }

  @Test(arguments: ["en", "ja", "ru", "zh"])
  func eachCharacterHasTheKeyOfICUBetweenOthers(locale: String) {
    let characters = (0x80...UInt32(0xFFFF)).compactMap(UnicodeScalar.init)
    let texts = characters.enumerated().lazy.filter { $0.offset % 7 < 2 }
      .map { "\($0.element)a\($0.element)\($0.element)И" }
    expectKeysOfICU(Array(texts), in: locale)
  }

  @Test func thousandsOfNamesAreInTheOrderOfTheirKeys() throws {
    var random = SeededGenerator(seed: 5)
    var batches: [NameBatch] = []
    var texts = Set<[UInt8]>()
    let others = SampleText.names(2_000, using: &random)
    for number in 0..<8 {
      var batch = NameBatch()
      // Many texts with equal beginnings, so that several parts of keys are compared.
      for _ in 0..<9_000 {
        let same = "Alexandra Wilhelmina van der ".utf8.prefix(
          Int.random(in: 0...29, using: &random))
        let bytes = same + text(&random).prefix(4).map { $0 & 0x5F | 0x40 }
        bytes.withUnsafeBytes { try? batch.append(validating: $0) }
      }
      for other in others.dropFirst(250 * number).prefix(250) { batch.append(other) }
      for place in 0..<batch.count { texts.insert([UInt8](batch[place].text.utf8)) }
      batches.append(batch)
    }
    let order = NameOrder(localeIdentifier: "sv", sections: .none)
    let index = NameIndex(order: order).adding(batches)
    let keys = (0..<index.count).map { row in
      [UInt8](index.name(at: NameRow(row)).text.utf8).withUnsafeBytes {
        index.collation.key(of: $0) + [0] + [UInt8]($0)
      }
    }
    #expect(index.count == texts.count)
    #expect(index.duplicateCount == batches.reduce(0) { $0 + $1.count } - texts.count)
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
  }
}
