import NameSearch

/// Which names a query matches, the plain way: one string after the other, with no code of the library's.
///
/// Bytes that are not ASCII count as letters that are looked for as they are.
struct NaiveRule {
  private let words: [(bytes: [UInt8], foldsCase: Bool)]

  init(_ query: String) {
    words = query.split(separator: " ").map { ([UInt8]($0.utf8), $0 == $0.lowercased()) }
  }

  /// Whether every word is the beginning of a word of the name.
  func accepts(_ name: String) -> Bool {
    name.utf8.withContiguousStorageIfAvailable { name in
      words.allSatisfy { word in
        name.indices.contains { start in
          (start == 0 || !name[start - 1].isPartOfWord)
            && Self.stands(word.bytes, at: start, of: name, foldsCase: word.foldsCase)
        }
      }
    } ?? false
  }

  private static func stands(
    _ word: [UInt8], at start: Int, of name: UnsafeBufferPointer<UInt8>, foldsCase: Bool
  ) -> Bool {
    guard start + word.count <= name.count else { return false }
    for offset in word.indices {
      let byte = name[start + offset]
      if (foldsCase ? byte.lowercased : byte) != word[offset] { return false }
    }
    return true
  }

  /// The places of the names that match, in order.
  func places(in names: [String]) -> [Int] {
    names.indices.filter { accepts(names[$0]) }
  }
}

extension UInt8 {
  fileprivate var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

  fileprivate var isPartOfWord: Bool {
    self >= 0x80 || (0x30...0x39).contains(self) || (0x61...0x7A).contains(self | 0x20)
  }
}
