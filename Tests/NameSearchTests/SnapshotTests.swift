import LibraryTestSupport
import TestSupport
import Testing

@testable import NameSearch

/// A mapped index has the same answers as the one that was written.
struct SnapshotTests {
  private let folder = TemporaryDirectory()

  private func reopened(
    _ index: NameIndex, _ sets: [RowSet] = [], version: Int64 = 1,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> IndexSnapshot {
    let key = SnapshotKey(subject: "list", order: index.order)
    let path = folder.path("snapshot")
    try IndexSnapshot.write(index, rowSets: sets, version: version, key: key, to: path)
    return try #require(IndexSnapshot(path: path, key: key), sourceLocation: sourceLocation)
  }

  static let orders = ["", "en", "cs", "sv", "ja", "zh"].flatMap { locale in
    NameOrder.SectionRule.allCases.map { NameOrder(localeIdentifier: locale, sections: $0) }
  }

  @Test(arguments: orders)
  func aMappedIndexAnswersLikeTheWrittenOne(order: NameOrder) throws {
    var random = SeededGenerator(seed: 5)
    for size in [0, 1, 700] {
      let rows = ColumnRow.random(size, using: &random)
      let names = rows.map(\.name)
      var index = NameIndex(order: order).adding(NameBatch(rows))
      let questions = SnapshotQuestions(
        about: names, nameCount: 40, queryCount: 6, using: &random)
      for hasWords in [false, true] {
        if hasWords { index = try #require(index.indexingWords()) }
        let sets = [RowSet.random(of: index, oneIn: 3, using: &random), RowSet(all: index.count)]
        let snapshot = try reopened(index, sets, version: Int64.min + Int64(size))
        #expect(snapshot.rowSets == sets)
        #expect(snapshot.version == Int64.min + Int64(size))
        #expect(
          SnapshotAnswers(of: snapshot.index, to: questions)
            == SnapshotAnswers(of: index, to: questions))
      }
    }
  }

  @Test func aLongListIsReadAsItWasWritten() throws {
    var random = SeededGenerator(seed: 6)
    let names = SampleText.rows(5_000, using: &random)
    let index = NameIndex(order: NameOrder()).adding(NameBatch(names))
    let indexed = try #require(index.indexingWords())
    let questions = SnapshotQuestions(about: names, nameCount: 20, queryCount: 4, using: &random)
    #expect(
      SnapshotAnswers(of: try reopened(indexed).index, to: questions)
        == SnapshotAnswers(of: indexed, to: questions))
  }

  @Test(arguments: UInt64(0)..<12)
  func aMappedIndexCanBeChanged(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let rows = ColumnRow.random(300, using: &random)
    let names = rows.map(\.name)
    let order = Self.orders[Int(seed) * 5 % Self.orders.count]
    var index = NameIndex(order: order).adding(NameBatch(rows))
    if seed % 2 == 0 { index = try #require(index.indexingWords()) }
    var mapped = try reopened(index).index
    var known = names
    for step in 0..<8 {
      // Some steps are small enough for the recent table, and others make a new base.
      let size = [1, 5, 30, 200][Int.random(in: 0..<4, using: &random)]
      let newRows = ColumnRow.random(size, using: &random)
      let new = newRows.map(\.name)
      let gone = (0..<size).compactMap { _ in known.randomElement(using: &random) }
      known += new
      if step % 2 == 0 {
        let batch = NameBatch(newRows)
        (index, mapped) = (index.adding(batch), mapped.adding(batch))
      } else {
        (index, mapped) = (index.removing(gone), mapped.removing(gone))
      }
      let questions = SnapshotQuestions(about: known, nameCount: 20, queryCount: 2, using: &random)
      let expected = SnapshotAnswers(of: index, to: questions)
      #expect(SnapshotAnswers(of: mapped, to: questions) == expected)
      // Changes in addition to the base are also written and read again.
      let again = try reopened(mapped)
      #expect(again.index.recent.count == mapped.recent.count)
      #expect(again.index.removed == mapped.removed)
      #expect(SnapshotAnswers(of: again.index, to: questions) == expected)
      if step == 4 { mapped = again.index }
    }
  }

  @Test func wordsCanBeIndexedOverAMappedTable() throws {
    var random = SeededGenerator(seed: 9)
    let names = SampleText.rows(500, using: &random)
    let index = NameIndex(order: NameOrder()).adding(NameBatch(names))
    let snapshot = try reopened(index)
    let mapped = try #require(snapshot.index.indexingWords())
    #expect(mapped.sharesBase(with: snapshot.index))
    let questions = SnapshotQuestions(about: names, nameCount: 20, queryCount: 10, using: &random)
    #expect(
      SnapshotAnswers(of: mapped, to: questions)
        == SnapshotAnswers(of: try #require(index.indexingWords()), to: questions))
  }

  @Test func removedAndRecentNamesStayBesideTheBase() throws {
    let names = (0..<100).map { "name \($0)" }
    let index = try NameIndex(names).adding(try NameBatch(["Zoe\u{308}", "Arya"]))
      .removing([try Name("name 7"), try Name("name 99"), try Name("name 0")])
    let snapshot = try reopened(index, [RowSet(rowCount: index.count, [NameRow(0)])])
    #expect(snapshot.index.texts == index.texts)
    #expect(snapshot.index.base.count == 100)
    #expect(snapshot.index.recent.count == 2)
    #expect(snapshot.index.removed.count == 3)
    let back = snapshot.index.adding(try NameBatch(["name 7"]))
    #expect(back.sharesBase(with: snapshot.index))
    #expect(back.count == index.count + 1)
    #expect(back.row(of: try Name("name 7")) != nil)
  }

  @Test func rowSetsAreTransferredToChangedIndexes() throws {
    let index = try NameIndex((0..<50).map { "name \($0)" })
    let snapshot = try reopened(index, [RowSet(rowCount: 50, [NameRow(3), NameRow(49)])])
    let changed = snapshot.index.adding(try NameBatch(["aaa"]))
    let rows = changed.rows(snapshot.rowSets[0], of: snapshot.index) { _ in false }
    #expect(
      rows?.map { changed.name(at: $0) } == [NameRow(3), NameRow(49)].map { index.name(at: $0) })
  }

  @Test func aSnapshotOfASnapshotIsTheSame() throws {
    var random = SeededGenerator(seed: 10)
    let names = SampleText.rows(200, using: &random)
    let index = try #require(
      NameIndex(order: NameOrder()).adding(NameBatch(names)).indexingWords())
    let questions = SnapshotQuestions(about: names, nameCount: 20, queryCount: 4, using: &random)
    // The second one is written to the path that the first one is mapped from.
    let second = try reopened(try reopened(index).index)
    #expect(
      SnapshotAnswers(of: second.index, to: questions)
        == SnapshotAnswers(of: index, to: questions))
  }
}
