import LibraryTestSupport
import TestSupport
import Testing

@testable import NameSearch

/// A snapshot that can be damaged, of an index with all features.
struct SnapshotDamage {
  private let folder = TemporaryDirectory()
  let key: SnapshotKey
  let questions: SnapshotQuestions
  let answers: SnapshotAnswers
  let file: SnapshotFile
  private let names: [Name]

  /// The numbers of the small parts that are not columns of names, such as those with sections.
  static let smallParts = [0, 17, 39, 45, 46, 47]

  /// None reads an alphabet: for thousands of files, that would take minutes.
  static let orders = [
    NameOrder(localeIdentifier: "cs", sections: .firstLetter),
    NameOrder(localeIdentifier: "cs", sections: .column),
    NameOrder(localeIdentifier: "cs", sections: .none, rows: .input, isReversed: true),
  ]

  init(_ order: NameOrder) throws {
    var random = SeededGenerator(seed: 11)
    key = SnapshotKey(subject: "list", order: order)
    let rows = ColumnRow.random(60, using: &random)
    names = rows.map(\.name)
    let base = NameIndex(order: key.order).adding(NameBatch(rows))
    // Names in the recent table, removed names, and words.
    let late = ["Chrudim", "Žofie", "Zoe\u{308}", "c"].enumerated()
    let recent = try late.map {
      ColumnRow(name: try Name($1), detail: $0 > 1 ? "late" : nil, section: $0 > 0 ? $1 : nil)
    }
    let index = try #require(
      base.adding(NameBatch(recent))
        .removing([base.name(at: NameRow(3)), base.name(at: NameRow(40))]).indexingWords())
    try #require(index.recent.count > 0 && index.removed.count == 2)
    questions = SnapshotQuestions(about: names, nameCount: 6, queryCount: 1, using: &random)
    answers = SnapshotAnswers(of: index, to: questions)
    let sets = [RowSet.random(of: index, oneIn: 2, using: &random)]
    let path = folder.path("snapshot")
    try IndexSnapshot.write(index, rowSets: sets, version: 1, key: key, to: path)
    file = try SnapshotFile(path)
  }

  func opened() -> IndexSnapshot? { IndexSnapshot(path: file.path, key: key) }

  /// Calls every query; the results may be anything.
  func use(_ snapshot: IndexSnapshot) {
    let index = snapshot.index
    _ = SnapshotAnswers(of: index, to: questions)
    _ = snapshot.rowSets.map { set in set.map { index.name(at: $0) } }
    let changed = index.adding(NameBatch(names.prefix(3))).removing(names.suffix(5))
    _ = SnapshotAnswers(of: changed, to: questions)
    _ = changed.adding(NameBatch(names)).count
    for set in snapshot.rowSets { _ = index.removing(set.map { index.name(at: $0) }) }
    if index.base.isRight, let words = WordIndex(index.base, isCancelled: { false }) {
      _ = TableSearch(table: index.base, words: words).rows(
        with: NameQuery("c").needles, within: nil, isCancelled: { false })
    }
  }
}
