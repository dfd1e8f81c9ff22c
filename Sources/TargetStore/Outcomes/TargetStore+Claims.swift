import ListModel
package import NameSearch

extension TargetStore {
  /// Claims rows for a command that is about to be started for them; on disk when it returns.
  ///
  /// A row is free if its outcome is the one that was `seen` when the run began, or a claim of a run
  /// that has ended. So of several runs side by side, one starts the command of a row, whether it
  /// succeeds or fails.
  ///
  /// - Returns: The rows that were not claimed, and why, and the claims that were taken over.
  package func claim(
    _ names: [Name], for command: String, in list: Name, seen: [Name: Outcome] = [:]
  ) throws(StoreError) -> Claims {
    if names.isEmpty { return Claims() }
    let gone = Claims(refused: Dictionary(names.map { ($0, .gone) }) { first, _ in first })
    if let file = (connection as? FileConnection)?.file, runLock == nil {
      // A store that is not there has no rows to claim.
      guard try file.status() != nil else { return gone }
      runLock = try RunLock(of: run.writer, beside: file)
    }
    var runs = liveRuns
    // What was found before an answer was lost: the next attempt finds the claims of this run.
    var found: [Name: Outcome] = [:]
    let claimed = try connection.write(creates: false, commitsWithoutStep: true) { [run] db in
      guard let table = try EntryTable(db, list, creates: false) else {
        return Written(gone, nil)
      }
      let claims = try ClaimTable(table, command)
      try claims.prefetch(names)
      var made = Claims()
      for name in names {
        switch try claims.state(of: name, seen: seen[name], run, &runs) {
        case .refused(let reason): made.refused[name] = reason
        case .leftBehind(let claim):
          found[name] = claim
          made.takenOver[name] = claim
        case .own: made.takenOver[name] = found[name]
        case .free: break
        }
      }
      db.forgetPrefetched()
      let author = run.author()
      for name in names where made.refused[name] == nil {
        try claims.set(name, run: run.writer, author: author)
      }
      return Written(made, nil)
    }
    return claimed?.value ?? gone
  }

  /// Shows others that this run is under way: on a server, a claim that is not renewed for two
  /// minutes counts as that of a run that has ended.
  package func renewClaims(for command: String, in list: Name) throws(StoreError) {
    guard isOnServer else { return }
    _ = try connection.write(creates: false, commitsWithoutStep: true) { [run] db in
      // Who claims a row that was not renewed holds the list, too.
      guard let table = try EntryTable(db, list, creates: false) else { return Written((), nil) }
      try db.statement(
        """
        UPDATE outcome SET made = moment()
        WHERE list = ?1 AND command = ?2 AND status IS NULL AND message = ?3
        """
      ).bind(table.list, at: 1).bind(command, at: 2).bind("\(run.writer)", at: 3).run()
      return Written((), nil)
    }
  }

  var liveRuns: LiveRuns { LiveRuns(file: (connection as? FileConnection)?.file) }
}

/// Tells the claims of runs that are under way from those of runs that have ended.
struct LiveRuns {
  /// `nil` on a server.
  let file: StoreFile?
  private var known: [Int64: Bool] = [:]

  /// How long a claim on a server counts that is not renewed, in microseconds.
  private static let lease = Int64(ClaimLease.seconds) * 1_000_000

  init(file: StoreFile?) {
    self.file = file
  }

  mutating func contain(_ run: Int64, claimed time: Int64, now: Int64) -> Bool {
    guard let file else { return time > now &- Self.lease }
    if let known = known[run] { return known }
    let isHeld = run > 0 && RunLock.isHeld(by: run, beside: file)
    known[run] = isHeld
    return isHeld
  }
}

extension Outcome {
  /// What ``init(of:_:from:_:)`` reads.
  static let columns = "o.status, o.message, o.made, o.author, moment()"

  init(of command: String, _ row: any Statement, from column: CInt, _ runs: inout LiveRuns) {
    let made = row.number(at: column + 2) ?? 0
    self.init(
      command: command, status: row.number(at: column).map { Int($0) },
      message: row.text(at: column + 1), time: Moment(microseconds: made),
      author: row.text(at: column + 3))
    guard status == nil else { return }
    run = message.flatMap { Int64($0) }
    message = nil
    let now = row.number(at: column + 4) ?? .max
    isHeld = run.map { runs.contain($0, claimed: made, now: now) } ?? false
  }

  /// A claim has the number of its run in place of a message.
  var storedMessage: String? { status == nil ? run.map { "\($0)" } : message }
}

/// The claims on rows of a list for one command, within one write transaction.
private struct ClaimTable {
  private let table: EntryTable
  private let command: String
  private let finding: any Statement
  private let setting: any Statement

  init(_ table: EntryTable, _ command: String) throws {
    self.table = table
    self.command = command
    let db = table.database
    finding = try db.statement(
      """
      SELECT \(Outcome.columns) FROM outcome AS o
      WHERE o.list = ? AND o.name = ? AND o.id = ? AND o.command = ?
      """)
    setting = try db.statement(
      """
      INSERT INTO outcome (list, name, id, command, made, author, status, message)
      VALUES (?, ?, ?, ?, moment(), ?, NULL, ?)
      ON CONFLICT (list, name, id, command) DO UPDATE SET made = excluded.made,
        author = excluded.author, status = excluded.status, message = excluded.message
      """)
  }

  private func bound(_ name: Name) throws -> any Statement {
    try RemarkTable.bindKey(of: name, in: table.list, to: finding)
    return try finding.bind(command, at: 4)
  }

  /// Asks a server for all that will be looked at.
  func prefetch(_ names: [Name]) throws {
    guard table.database.isServer else { return }
    for name in names {
      try table.finder.prefetch(name)
      try bound(name).prefetch()
    }
  }

  enum RowState {
    case free

    /// Claimed by this run.
    case own

    /// The claim of a run that was killed after this one began.
    case leftBehind(Outcome)
    case refused(ClaimRefusal)
  }

  func state(
    of name: Name, seen: Outcome?, _ run: Journal.Run, _ runs: inout LiveRuns
  ) throws -> RowState {
    guard let entry = try table.entry(name), Flags?.some(entry.flags).isListed else {
      return .refused(.gone)
    }
    guard let found = try bound(name).first({ Outcome(of: command, $0, from: 0, &runs) }) else {
      return .free
    }
    if found.status == nil, found.run == run.writer { return .own }
    let isAsSeen = found.status == seen?.status && found.time == seen?.time
    if found.status == nil, !found.isHeld { return isAsSeen ? .free : .leftBehind(found) }
    return found.status != nil && isAsSeen ? .free : .refused(.claimed(by: found.author ?? ""))
  }

  func set(_ name: Name, run: Int64, author: String) throws {
    try RemarkTable.bindKey(of: name, in: table.list, to: setting)
    try setting.bind(command, at: 4).bind(author, at: 5).bind("\(run)", at: 6).run()
  }
}
