import Edits
import NameSearch

/// When and by whom the entries of a list were marked dead, within one write transaction.
///
/// What is known of an entry's last decision stays when it is revived or dropped.
struct Decisions {
  /// A decision; an edit of an older version of the program has neither time nor author.
  struct Decision: Equatable {
    var time: Int64?
    var author: String?
    var operation: Int64?
  }

  private let list: Int64
  private let finding: Statement
  private let setting: Statement
  private let renaming: Statement

  init(_ db: Database, list: Int64) throws {
    self.list = list
    finding = try Statement(
      db,
      """
      SELECT decided, author, operation FROM remark WHERE list = ? AND name = ? AND id = ?
      """)
    setting = try Statement(
      db,
      """
      INSERT INTO remark (list, name, id, decided, author, operation) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (list, name, id) DO UPDATE
        SET decided = excluded.decided, author = excluded.author, operation = excluded.operation
      """)
    renaming = try Statement(
      db, "UPDATE OR REPLACE remark SET name = ?4 WHERE list = ?1 AND name = ?2 AND id = ?3")
  }

  /// Whether a change of flags is a decision.
  static func isDecision(from before: Flags?, to after: Flags?) -> Bool {
    after?.contains(.dead) ?? false && !(before?.contains(.dead) ?? false)
  }

  private func bind(_ statement: Statement, to name: Name) throws -> Statement {
    try statement.bind(list, at: 1).bind(name.text, at: 2).bind(name.sourceID ?? "", at: 3)
  }

  func last(of name: Name) throws -> Decision? {
    try bind(finding, to: name).first { row in
      Decision(time: row.number(at: 0), author: row.text(at: 1), operation: row.number(at: 2))
    }
  }

  func set(_ decision: Decision, of name: Name) throws {
    try bind(setting, to: name).bind(decision.time, at: 4).bind(decision.author, at: 5)
      .bind(decision.operation, at: 6).run()
  }

  func rename(_ name: Name, to new: Name) throws {
    try bind(renaming, to: name).bind(new.text, at: 4).run()
  }
}

extension Decisions.Decision {
  /// What a change that replaces this decision has to remember.
  var aspects: [Journal.Aspect] {
    [
      .init(what: "decided", before: .number(time)), .init(what: "author", before: .text(author)),
      .init(what: "operation", before: .number(operation)),
    ]
  }
}

extension Journal {
  /// The decisions that the changes of an operation replaced, by their positions.
  func decisions(before operation: Int64) throws -> [Int: Decisions.Decision] {
    let reading = try Statement(
      db,
      """
      SELECT position, max(iif(what = 'decided', before, NULL)),
        max(iif(what = 'author', before, NULL)), max(iif(what = 'operation', before, NULL))
      FROM aspect
      WHERE list = ? AND operation = ? AND what IN ('decided', 'author', 'operation')
      GROUP BY position
      """
    ).bind(list, at: 1).bind(operation, at: 2)
    var decisions: [Int: Decisions.Decision] = [:]
    while try reading.step() {
      decisions[Int(reading.number(at: 0) ?? 0)] = .init(
        time: reading.number(at: 1), author: reading.text(at: 2), operation: reading.number(at: 3))
    }
    return decisions
  }
}
