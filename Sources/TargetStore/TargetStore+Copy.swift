package import ListModel
import NameSearch

/// The result of copying a list.
package struct CopySummary: Sendable {
  package enum Outcome: Sendable {
    case copied

    /// The other store already has the list in this state.
    case unchanged

    /// The other store has a list with this name or identity that is not an earlier state of this
    /// list.
    case refused
  }

  package let list: ListName

  /// The rows of the list.
  package let count: Int
  package let outcome: Outcome
}

extension TargetStore {
  /// Copies all lists to another store completely: rows, log, what can be undone, outcomes of
  /// commands, and recipe.
  ///
  /// Each list is copied in one transaction. An earlier copy of a list is replaced; a list that was
  /// edited separately there is refused and stays unchanged, as do lists that only the other store
  /// has. So an interrupted copy continues with the lists that are missing.
  ///
  /// Events keep time, author and role: a server takes those only from the role that owns its
  /// tables.
  ///
  /// - Throws: ``StoreError``; the lists that were copied stay.
  /// - Complexity: O(*n* log *n*) for *n* rows and facts of the lists that differ.
  package func copy(to other: TargetStore) async throws(StoreError) -> [CopySummary] {
    try await other.takeLists(from: path, schema: schemaName)
  }

  private func takeLists(
    from path: String, schema: String?
  ) throws(StoreError) -> [CopySummary] {
    // A separate connection: both stores are used within one call.
    let source = try Self.connection(to: path, schema: schema, patience: .seconds(10))
    let place = CopiedPlace(path: path, address: (source as? ServerConnection)?.address)
    let lists = try source.read { db in
      let reading = try db.statement("SELECT id FROM list ORDER BY place, name")
      var lists: [Int64] = []
      while try reading.step() { lists.append(reading.number(at: 0) ?? 0) }
      return lists
    }
    var summaries: [CopySummary] = []
    for list in lists ?? [] {
      if let summary = try take(list, from: source, place) { summaries.append(summary) }
    }
    return summaries
  }

  /// Copies a list; `nil` if it was deleted meanwhile.
  private func take(
    _ list: Int64, from source: any StoreConnection, _ place: CopiedPlace
  ) throws(StoreError) -> CopySummary? {
    // On a server, each statement sees changes by others, so the copy may have to be repeated.
    for _ in 0..<5 {
      let made: (summary: CopySummary?, isWhole: Bool)? = try source.read { db in
        guard let copying = try ListCopying(of: list, in: db, place) else { return (nil, true) }
        let known = try connection.read { try copying.relation(to: $0) } ?? .missing
        switch known {
        case .same: return (copying.summary(.unchanged), true)
        case .other: return (copying.summary(.refused), true)
        case .missing, .earlier: break
        }
        let written = try connection.write(creates: true) { try copying.write(to: $0) }
        return written?.value ?? (nil, false)
      }
      if made?.isWhole ?? true { return made?.summary }
    }
    throw .inapplicable(
      path: place.path, reason: "changed by others while it was copied; try again")
  }
}

/// The store that is read, for error messages.
private struct CopiedPlace {
  let path: String

  /// `nil` for a file.
  let address: ServerAddress?

  func failure(_ error: any Error) -> StoreError {
    if let error = error as? ServerError, let address { return StoreError(error, address) }
    return StoreError(error, path: path)
  }
}

/// A list that is copied to another store, within a transaction of each store.
private struct ListCopying {
  private let source: any Database
  private let place: CopiedPlace
  private let id: Int64
  private let name: ListName
  private let mark: ListVersion
  private let rowCount: Int

  /// How a list of another store relates to this one.
  enum Relation {
    case missing, same, earlier(id: Int64), other
  }

  /// The tables that are copied besides the row of the list; runs that are in progress are not
  /// copied.
  private static let tables: [Table] = [.event, .fact, .row, .step, .image, .outcome]

  private static let pageSize = 4_096

  init?(of list: Int64, in db: any Database, _ place: CopiedPlace) throws {
    let reading = try db.statement(
      "SELECT place, name, original, row_count FROM list WHERE id = ?"
    ).bind(list, at: 1)
    guard let mark = try Self.mark(of: list, in: db),
      let (name, count) = try reading.first({ (try $0.listName(at: 0), $0.amount(at: 3) ?? 0) })
    else { return nil }
    (source, self.place, id) = (db, place, list)
    (self.name, self.mark, rowCount) = (name, mark, Int(count))
  }

  func summary(_ outcome: CopySummary.Outcome) -> CopySummary {
    CopySummary(list: name, count: rowCount, outcome: outcome)
  }

  private static func mark(of list: Int64, in db: any Database) throws -> ListVersion? {
    try db.statement(
      """
      SELECT l.uuid, l.version, e.token FROM list AS l
        LEFT JOIN event AS e ON e.list = l.id AND e.number = l.version
      WHERE l.id = ?
      """
    ).bind(list, at: 1).first { row in
      ListVersion(
        identity: row.text(at: 0) ?? "", version: row.number(at: 1) ?? 0,
        token: row.number(at: 2) ?? 0)
    }
  }

  /// Separates errors of the store that is read from those of the store that is written.
  private func reading<Value>(_ body: (any Database) throws -> Value) throws -> Value {
    do { return try body(source) } catch { throw place.failure(error) }
  }
}

// MARK: Comparing

extension ListCopying {
  /// Compares it with the list of the same identity or name in another store.
  func relation(to db: any Database) throws -> Relation {
    let finding = try db.statement(
      "SELECT id, place, name, original FROM list WHERE uuid = ?1 OR place = ?2 AND name = ?3"
    ).bind(mark.identity, at: 1).bind(name.place, at: 2).bind(name.name.text, at: 3)
    var found: [(id: Int64, name: ListName)] = []
    while try finding.step() {
      found.append((finding.number(at: 0) ?? 0, try finding.listName(at: 1)))
    }
    guard let other = found.first else { return .missing }
    guard found.count == 1, let known = try Self.mark(of: other.id, in: db),
      known.identity == mark.identity, known.version <= mark.version,
      try reading({ try $0.token(of: id, at: known.version) }) == known.token
    else { return .other }
    // Claims are not events, so they are compared separately.
    let (claims, knownClaims) = (
      try reading { try $0.claims(of: id) }, try db.claims(of: other.id)
    )
    for claim in knownClaims.subtracting(claims) where try !reading({ try $0.has(claim, in: id) }) {
      return .other
    }
    let isSame = known == mark && other.name == name && claims == knownClaims
    return isSame ? .same : .earlier(id: other.id)
  }
}

/// What identifies a claim: a run is about to start a command for a row.
///
/// The outcome that later replaces the claim has the same values.
private struct Claim: Hashable {
  let (key, revision, command): (String, String, String)
  let occasion: Int64
}

extension Database {
  fileprivate func token(of list: Int64, at version: Int64) throws -> Int64? {
    try statement("SELECT token FROM event WHERE list = ? AND number = ?")
      .bind(list, at: 1).bind(version, at: 2).first { $0.number(at: 0) } ?? nil
  }

  fileprivate func claims(of list: Int64) throws -> Set<Claim> {
    let reading = try statement(
      "SELECT key, revision, command, occasion FROM outcome WHERE list = ? AND status IS NULL"
    ).bind(list, at: 1)
    var claims: Set<Claim> = []
    while try reading.step() {
      claims.insert(
        Claim(
          key: reading.text(at: 0) ?? "", revision: reading.text(at: 1) ?? "",
          command: reading.text(at: 2) ?? "", occasion: reading.number(at: 3) ?? 0))
    }
    return claims
  }

  /// Whether a claim, or its outcome, exists.
  fileprivate func has(_ claim: Claim, in list: Int64) throws -> Bool {
    try statement(
      """
      SELECT 1 FROM outcome
      WHERE list = ? AND key = ? AND occasion = ? AND revision = ? AND command = ?
      """
    )
    .bind(list, at: 1).bind(claim.key, at: 2).bind(claim.occasion, at: 3)
    .bind(claim.revision, at: 4).bind(claim.command, at: 5).first { _ in true } ?? false
  }
}

// MARK: Writing

extension ListCopying {
  /// Writes the whole list in place of an earlier copy; without a step, nothing is stored.
  func write(to db: any Database) throws -> Written<(summary: CopySummary?, isWhole: Bool)> {
    try db.checkTables()
    let target: Int64
    switch try relation(to: db) {
    case .same: return Written((summary(.unchanged), true), nil)
    case .other: return Written((summary(.refused), true), nil)
    case .missing:
      target = try ListRecord.newID(in: db)
      try db.insert([try row(as: target)], into: .list, Table.list.columns)
    case .earlier(let id):
      target = id
      try replace(id, in: db)
    }
    for table in Self.tables { try copyRows(of: table, to: target, in: db) }
    guard try reading({ try Self.mark(of: id, in: $0) }) == mark else {
      return Written((nil, false), nil)
    }
    return Written((summary(.copied), true), StoredEvent(list: target, mark: mark))
  }

  private func replace(_ list: Int64, in db: any Database) throws {
    let size =
      try db.statement("SELECT row_count + version FROM list WHERE id = ? \(db.rowLock)")
      .bind(list, at: 1).first { $0.amount(at: 0) ?? 0 } ?? 0
    db.expectWork(on: size)
    for table in Self.tables {
      try db.statement("DELETE FROM \(table.name) WHERE list = ?").bind(list, at: 1).run()
    }
    let (columns, values) = (Table.list.columns, try row(as: list))
    try db.update(
      [Array(values.dropFirst()) + [values[0]]], of: .list, Array(columns.dropFirst()),
      key: [columns[0]])
  }

  /// The row of the table `list`, with another number.
  private func row(as number: Int64) throws -> [StoredValue] {
    let columns = Table.list.columns
    let row = try reading { db in
      try db.statement(
        "SELECT \(columns.map(\.name).joined(separator: ", ")) FROM list WHERE id = ?"
      )
      .bind(id, at: 1).first { $0.values(of: columns) }
    }
    guard let row else {
      throw StoreError.inapplicable(path: place.path, reason: "a list was deleted")
    }
    return [.number(number)] + row.dropFirst()
  }

  private func copyRows(of table: Table, to target: Int64, in db: any Database) throws {
    var last: [StoredValue]?
    repeat {
      if Task.isCancelled { throw StoreError.cancelled }
      let page = try reading { try self.page(of: table, after: last, in: $0) }
      try db.insert(
        page.map { [.number(target)] + $0.dropFirst() }, into: table, table.columns)
      last = page.count == Self.pageSize ? page.last : nil
    } while last != nil
  }

  /// The next rows, in the order of their keys.
  private func page(
    of table: Table, after last: [StoredValue]?, in db: any Database
  ) throws -> [[StoredValue]] {
    // The first column of each key is the list.
    let key = table.key.dropFirst()
    let order = key.joined(separator: ", ")
    let places = key.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    let reading = try db.statement(
      """
      SELECT \(table.columns.map(\.name).joined(separator: ", ")) FROM \(table.name)
      WHERE list = ?1\(last == nil ? "" : " AND (\(order)) > (\(places))")
      ORDER BY \(order) LIMIT \(Self.pageSize)
      """
    ).bind(id, at: 1)
    if let last {
      for (place, name) in zip(key.indices, key) {
        guard let column = table.columns.firstIndex(where: { $0.name == name }) else { continue }
        try reading.bind(last[column], at: CInt(place + 1))
      }
    }
    var rows: [[StoredValue]] = []
    while try reading.step() { rows.append(reading.values(of: table.columns)) }
    return rows
  }
}

extension Statement {
  /// The values of a row in the order of some columns.
  fileprivate func values(of columns: [Table.Column]) -> [StoredValue] {
    columns.indices.map { place in
      columns[place].kind == .number
        ? .init(number(at: CInt(place))) : .init(text(at: CInt(place)))
    }
  }
}
