import NameSearch
import TestSupport
import Testing

struct NameBatchTests {
  @Test func namesStayInOrderOfArrivalRepeatedOnesIncluded() throws {
    let batch = try NameBatch(["b", "a", "b"])
    #expect(batch.count == 3)
    #expect(batch.byteCount == 3)
    #expect((0..<3).map { batch[$0].text } == ["b", "a", "b"])
  }

  @Test(arguments: [[], ["b"], ["Zoe\u{308}", "b"]])
  func anotherBatchIsAddedNameByName(texts: [String]) throws {
    var batch = try NameBatch(texts)
    batch.append(contentsOf: try NameBatch(["c", "E\u{301}"]))
    batch.append(contentsOf: NameBatch())
    let expected = texts + ["c", "E\u{301}"]
    #expect(batch.count == expected.count)
    for (place, text) in expected.enumerated() where place < batch.count {
      #expect(Array(batch[place].original.utf8) == Array(text.utf8))
    }
  }

  @Test func rawBytesAndNamesGiveTheSameBatch() throws {
    let lines = ["Arya", " Zoe\u{308}", "Zo\u{EB} ", "東京"]
    var raw = NameBatch()
    for line in lines {
      try Array(line.utf8).withUnsafeBytes { try raw.append(validating: $0) }
    }
    let named = try NameBatch(lines)
    for place in lines.indices {
      #expect(raw[place] == named[place])
      #expect(Array(raw[place].original.utf8) == Array(named[place].original.utf8))
    }
    #expect(Array(raw[1].original.utf8) == Array("Zoe\u{308}".utf8))
    #expect(raw.byteCount == 4 + 4 + 4 + 6)
  }
}
