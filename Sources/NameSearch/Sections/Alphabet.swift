import CUnicode

/// The sections of a locale's alphabetic index, divided by sort keys.
struct Alphabet: Sendable {
  /// The section begins with texts whose key is not less than `key`.
  struct Border: Sendable {
    let key: [UInt8]
    let section: Int
  }

  let titles: [String]

  /// The ranks of the sections, ascending; ranks are the same in the ASCII alphabet.
  let ranks: [Int]

  /// The borders, ascending by key; the first key is empty.
  let borders: [Border]

  /// Reads an alphabet; if ICU has none, everything is in one section.
  ///
  /// `collation` must have the same locale. `isForASCII` skips the slow part that only other names need.
  init(localeIdentifier: String, collation: Collation, isForASCII: Bool = false) {
    let handle = collation.withHandle { cunicode_alphabet_open(localeIdentifier, $0, isForASCII) }
    defer { cunicode_alphabet_close(handle) }
    let count = max(cunicode_alphabet_section_count(handle), 1)
    titles = (0..<count).map { section in
      if section == 0 { return "#" }
      if section == count - 1 { return "…" }
      let label = [UInt8](filledBy: 64) {
        Int(cunicode_alphabet_label(handle, section, $0.baseAddress, Int32($0.count)))
      }
      return String(decoding: label, as: UTF8.self)
    }
    ranks = (0..<count).map { Int(cunicode_alphabet_rank(handle, $0)) }
    let borders = (0..<cunicode_alphabet_border_count(handle)).map { border in
      let key = [UInt8](filledBy: 64) {
        Int(cunicode_alphabet_border_key(handle, border, $0.baseAddress, Int32($0.count)))
      }
      return Border(key: key, section: Int(cunicode_alphabet_border_section(handle, border)))
    }
    self.borders = borders.isEmpty ? [Border(key: [], section: 0)] : borders
  }

  ///
  /// - Complexity: O(log *n*), where *n* is the number of borders.
  func section(ofKey key: [UInt8]) -> Int {
    let next = borders.partitionPoint { key.lexicographicallyPrecedes($0.key) }
    return borders[max(next - 1, 0)].section
  }
}
