import ListModel

/// The content of an event, from which its token follows.
///
/// A token depends on the event and on the one before it. So `store check` finds the first event that was
/// changed by SQL. It shows damage and mistakes, not forgery.
struct EventToken {
  let number: Int64
  let author: String
  let run: Int64
  let kind: String
  let undoes: Int64?
  let note: String?

  /// The numbers of new, gone and changed rows, and whether the event is a bulk.
  let counts: [Int64]
  let checksum: String?

  /// The time of an event of a file; a server records its own, which only the next event depends on.
  let time: Int64?

  /// The token, the time and the role of an event on which the next one depends.
  struct Earlier: Equatable {
    let token: Int64
    let time: Int64
    let role: String?
  }

  /// The token of the event after another one, if that is in the log.
  func value(after earlier: Earlier?) -> Int64 {
    let sum = Checksum()
    let texts: [String?] = [
      earlier.map { "\($0.token) \($0.time)" }, earlier?.role, time.map { "\($0)" },
      "\(number) \(run) \(counts)", author, kind, undoes.map { "\($0)" }, note, checksum,
    ]
    for text in texts { sum.add(field: text) }
    return Int64(bitPattern: sum.value)
  }
}

extension EventToken.Earlier {
  /// Looks for the event that an event of a list follows.
  static func finding(_ number: Int64, of list: Int64, in db: any Database) throws -> any Statement
  {
    try db.statement("SELECT token, at, role FROM event WHERE list = ? AND number = ?")
      .bind(list, at: 1).bind(number, at: 2)
  }

  init(_ row: any Statement) {
    (token, time, role) = (row.number(at: 0) ?? 0, row.number(at: 1) ?? 0, row.text(at: 2))
  }
}

// MARK: The check

extension EventToken {
  private static let eventsAtATime: Int64 = 4_096

  /// The first event of a list whose token follows from it no longer, and the state of the search.
  struct Search {
    private(set) var last: (number: Int64, event: Earlier)?
    private(set) var misfit: Int64?

    /// Reads the next events; false after the last one, or if one does not fit.
    mutating func goOn(in list: Int64, of db: any Database) throws -> Bool {
      let reading = try db.statement(
        """
        SELECT token, at, role, number, author, run, kind, undoes, note, new, gone, changed, is_bulk, checksum
        FROM event WHERE list = ? AND number > ? ORDER BY number LIMIT ?
        """
      ).bind(list, at: 1).bind(last?.number ?? .min, at: 2).bind(eventsAtATime, at: 3)
      var count: Int64 = 0
      while misfit == nil, try reading.step() {
        take(reading)
        count += 1
      }
      try reading.reset()
      return misfit == nil && count == eventsAtATime
    }

    private mutating func take(_ row: any Statement) {
      let (own, event) = (Earlier(row), EventToken(row))
      // What was archived meanwhile is not known.
      if event.number == 1 || last?.number == event.number - 1 {
        if event.value(after: last?.event) != own.token { misfit = event.number }
      }
      last = (event.number, own)
    }
  }

  private init(_ row: any Statement) {
    number = row.number(at: 3) ?? 0
    author = row.text(at: 4) ?? ""
    run = row.number(at: 5) ?? 0
    kind = row.text(at: 6) ?? ""
    undoes = row.number(at: 7)
    note = row.text(at: 8)
    counts = (9..<13).map { row.number(at: $0) ?? 0 }
    checksum = row.text(at: 13)
    time = row.isNull(at: 2) ? row.number(at: 1) : nil
  }
}
