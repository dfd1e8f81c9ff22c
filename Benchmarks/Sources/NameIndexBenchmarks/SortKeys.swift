import BenchmarkSupport
import CSortKey
import Foundation
import NameSearch

/// Sorting by ICU's sort keys and the standard library, with nothing of our own library's.
final class SortKeys {
  private let collation: OpaquePointer?

  init(locale: String) {
    collation = csortkey_open(locale)
  }

  deinit {
    csortkey_close(collation)
  }

  private struct Keyed: Comparable {
    let key: [UInt8]
    let text: String

    static func < (left: Keyed, right: Keyed) -> Bool {
      let order = left.key.withUnsafeBytes { left in
        right.key.withUnsafeBytes { right in
          compare(left, right)
        }
      }
      return order == 0 ? left.text.utf8.lexicographicallyPrecedes(right.text.utf8) : order < 0
    }
  }

  /// The texts in the order of their keys, those with equal keys in that of their bytes.
  func sorted(_ texts: [String]) -> [String] {
    texts.map(keyed).sorted().map(\.text)
  }

  /// Where a text belongs among sorted ones.
  func place(of text: String, in texts: [String]) -> Int {
    let sought = keyed(text)
    return texts.firstPlace { keyed($0) >= sought }
  }

  /// Ends the run unless an index holds exactly the given names, ascending in each section.
  func expectOrder(of index: NameIndex, made texts: [String], _ benchmark: String) throws {
    let names = index.texts
    try expect(names.count == Set(texts).count && Set(names) == Set(texts), benchmark)
    let keys = names.map(keyed)
    for section in index.sections {
      let rows = section.rows
      try expect(zip(rows, rows.dropFirst()).allSatisfy { keys[$0] < keys[$1] }, benchmark)
    }
  }

  private func keyed(_ text: String) -> Keyed {
    var text = text
    let key = text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { utf8 in
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: utf8.count * 8 + 64) { key in
          let length = csortkey_write(
            collation, utf8.baseAddress, Int32(utf8.count), key.baseAddress, Int32(key.count))
          return [UInt8](key.prefix(Int(length)))
        }
      }
    }
    return Keyed(key: key, text: text)
  }
}

/// Compares bytes as memcmp does, and a beginning as less.
private func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
  guard let start = left.baseAddress, let other = right.baseAddress else {
    return left.count - right.count
  }
  let order = memcmp(start, other, min(left.count, right.count))
  return order == 0 ? left.count - right.count : Int(order)
}
