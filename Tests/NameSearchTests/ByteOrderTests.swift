import LibraryTestSupport
import TestSupport
import Testing

@testable import NameSearch

/// The order of the keys in a store.
@Suite
struct ByteOrderTests {
  @Test("Texts are in the order of their bytes, each once", arguments: UInt64(0)..<8)
  func textsAreInTheOrderOfTheirBytes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let texts = (0..<2_000).map { _ in
      // Long common beginnings, zero bytes, and all lengths around those of the parts.
      let shared = [UInt8](
        repeating: 0x61, count: [0, 15, 16, 60, 130].randomElement(using: &random)!)
      let bytes: [UInt8] = [0x00, 0x01, 0x7f, 0x80, 0xff]
      return shared
        + (0..<Int.random(in: 0...5, using: &random)).map { _ in
          bytes.randomElement(using: &random) ?? 0
        }
    }
    var (bytes, ends, firsts): ([UInt8], [Int], [[UInt8]: Int]) = ([], [], [:])
    for (place, text) in texts.enumerated() {
      bytes += text
      ends.append(bytes.count)
      if firsts[text] == nil { firsts[text] = place }
    }
    let places = ByteOrder.placesOfDistinct(bytes, ends: ends).map(Int.init)
    let sorted = firsts.keys.sorted { $0.lexicographicallyPrecedes($1) }
    #expect(places == sorted.map { firsts[$0] })
  }

  @Test("Rows are in the order of their IDs or names, and repeated rows stay in their order")
  func rowsAreInTheOrderOfTheirKeys() throws {
    let named = NameBatch([try Name("b"), try Name("a b"), try Name("b"), try Name("a")])
    #expect(named.inByteOrder(0..<4) == [3, 1, 0, 2])
    #expect(named.inByteOrder([2, 1]) == [1, 2])
    let known = NameBatch([
      try Name("a").known(by: "#2"), try Name("#15"), try Name("b").known(by: "#1"),
    ])
    #expect(known.inByteOrder(0..<3) == [2, 1, 0])
  }

  @Test("Repeated names are counted from a place on")
  func repeatedNamesAreCounted() throws {
    let batch = NameBatch(try ["a", "b", "a", "a", "b"].map { try Name($0) })
    #expect((0...5).map { batch.countOfRepeatedNames(from: $0) } == [3, 2, 1, 0, 0, 0])
  }
}
