import Glibc

/// A connection to a server, in pipeline mode: statements are sent one after the other, and only who
/// needs an answer waits, for it and for all before it.
final class ServerDatabase: Database {
  private let link: ServerLink

  /// The statements under way, the oldest first.
  private var expected: [Expected] = []

  /// As far as they have been answered.
  private var answered = 0

  /// The first failure of the statements under way; the server passes over those behind it.
  private var failure: ServerError?

  private var foreseen: [Question: ServerAnswer] = [:]
  private var translated: [String: ServerSQL] = [:]
  private var rowsOfLast = 0
  private var unreadBytes = 0

  private var compiled = CompiledStatements()

  /// The numbers of lists as they were found last, to ask for their rows ahead.
  var knownLists: [String: Int64] = [:]

  private(set) var isInTransaction = false

  /// What is known of the server.
  private(set) var traits = ServerTraits.plain

  var hints = Hints()
  var descriptor: CInt { link.descriptor }

  private enum Expected {
    case rows(ServerAnswer)
    case end
  }

  private struct Question: Hashable {
    let sql: String
    let values: [ServerValue]
  }

  /// Without an answer being read, so many statements may be under way.
  private static let mostUnread = 1_024

  /// Nor so many bytes of values: libpq keeps what the server does not take yet.
  private static let mostUnreadBytes = 4 << 20

  init(_ link: ServerLink) {
    self.link = link
  }

  var isServer: Bool { true }

  /// Looked at when the connection is made.
  var tablesVersion: Int { Schema.version }

  func statement(_ sql: String) throws -> any Statement {
    ServerStatement(self, translation(of: sql))
  }

  private func translation(of sql: String) -> ServerSQL {
    if let known = translated[sql] { return known }
    let new = ServerSQL(sql)
    translated[sql] = new
    return new
  }

  var changedRows: Int {
    get throws {
      try waitForAll()
      return rowsOfLast
    }
  }
}

// MARK: Asking

extension ServerDatabase {
  /// Sends a statement; what becomes of it shows with the next answer.
  @discardableResult
  func send(_ sql: ServerSQL, _ values: [ServerValue] = []) throws -> ServerAnswer {
    if let failure { throw failure }
    if let name = try compiledName(of: sql, for: values) {
      try link.run(name, values)
    } else {
      try link.send(sql.text, values)
    }
    let answer = ServerAnswer(link.libpq, hasRows: sql.hasRows)
    expected.append(.rows(answer))
    unreadBytes += values.reduce(0) { $0 + $1.size }
    if unreadBytes >= Self.mostUnreadBytes {
      try catchUp(to: 2)
    } else if expected.count - answered >= Self.mostUnread {
      try catchUp(to: Self.mostUnread / 2)
    }
    return answer
  }

  /// Waits until only so many statements are under way.
  private func catchUp(to count: Int) throws {
    unreadBytes = 0
    try link.askForAnswers()
    try receive { expected.count - answered <= count }
    if let failure { throw failure }
  }

  /// What a statement is compiled as; `nil` for one that is sent as it is.
  private func compiledName(of sql: ServerSQL, for values: [ServerValue]) throws -> String? {
    switch compiled.use(of: sql.text) {
    case .asText: return nil
    case .compiled(let name): return name
    case .toBeCompiled(let name):
      try link.prepare(sql.text, as: name, for: values)
      expected.append(.rows(ServerAnswer(link.libpq, hasRows: false)))
      return name
    }
  }

  private func forgetCompiled() throws {
    for name in compiled.takeThoseOfTransaction() {
      try send(ServerSQL("\(CompiledStatements.forgetting) \(name)"))
    }
  }

  func foresee(_ sql: ServerSQL, _ values: [ServerValue]) throws {
    foreseen[Question(sql: sql.text, values: values)] = try send(sql, values)
  }

  func forgetForeseen() { foreseen = [:] }

  /// The rows that a statement answers with, which are asked for unless they were foreseen.
  func answer(to sql: ServerSQL, _ values: [ServerValue]) throws -> ServerAnswer {
    let answer =
      try foreseen[Question(sql: sql.text, values: values)] ?? send(sql, values)
    if answer.isThere {
      if let failure { throw failure }
      return answer
    }
    // Not for what was asked after it.
    try link.askForAnswers()
    try receive { answer.isThere }
    if let failure { throw failure }
    return answer
  }

  /// Waits until all statements have been answered.
  func waitForAll() throws {
    if expected.isEmpty {
      if let failure { throw failure }
      return
    }
    try link.endPipeline()
    expected.append(.end)
    try receive { expected.isEmpty }
    if let failure { throw failure }
  }

  /// Reads answers until there are enough.
  private func receive(until isEnough: () -> Bool) throws {
    while !isEnough() {
      guard answered < expected.count else {
        throw ServerError.broken(reason: "it answers what was not asked")
      }
      guard let result = try link.nextResult() else {
        if case .rows(let answer) = expected[answered] { answer.end() }
        noteAnswered()
        continue
      }
      let libpq = link.libpq
      switch libpq.resultStatus(result) {
      case LibPQ.tuplesOK:
        if case .rows(let answer) = expected[answered] { try answer.take(result) }
      case LibPQ.commandOK:
        if case .rows(let answer) = expected[answered] { try answer.check(hasRows: false) }
        rowsOfLast = libpq.commandRows(result).flatMap { Int(String(cString: $0)) } ?? 0
        libpq.clear(result)
      case LibPQ.pipelineEnd:
        libpq.clear(result)
        guard case .end = expected[answered] else {
          throw ServerError.broken(reason: "it ends before its time")
        }
        noteAnswered()
      case LibPQ.pipelineAborted:
        libpq.clear(result)
      default:
        let error = link.error(of: result)
        libpq.clear(result)
        failure = failure ?? error
        switch error {
        case .lost, .broken: throw error
        default: break
        }
      }
    }
  }

  private func noteAnswered() {
    answered += 1
    guard answered == expected.count || answered > Self.mostUnread else { return }
    expected.removeFirst(answered)
    answered = 0
  }
}

// MARK: Transactions

extension ServerDatabase {
  /// Begins a transaction; the server is told with the first statement.
  ///
  /// The place where tables are looked for is said each time: a pool gives each transaction another
  /// session. What others have put before it is passed over.
  func begin(writes: Bool) throws {
    // A pool takes the session back at the end of a pipeline, with what came too soon after it.
    if !traits.keepsSession { try receive { expected.isEmpty } }
    isInTransaction = true
    compiled.begin()
    try send(ServerSQL("BEGIN ISOLATION LEVEL READ COMMITTED, READ \(writes ? "WRITE" : "ONLY")"))
    if !traits.keepsSession { try send(ServerSQL("SET LOCAL \(Self.place)")) }
  }

  private static let place = "search_path = targets, pg_catalog, pg_temp"

  /// Makes use of what the server says of itself.
  func useTraits(version: String, process: Int64?) throws {
    traits = ServerTraits(
      version: version, process: process, announced: link.announcedProcess)
    guard traits.keepsSession else { return }
    compiled.stay = true
    try send(ServerSQL("SET \(Self.place)"))
    // What is compiled while a list is short must do when it is long, and a list is long before the
    // server has statistics of it.
    for way in ["seqscan", "bitmapscan"] where traits.isPostgreSQL {
      try send(ServerSQL("SET enable_\(way) = off"))
    }
    try waitForAll()
  }

  func commit() throws {
    try forgetCompiled()
    try send(ServerSQL("COMMIT"))
    try waitForAll()
    foreseen = [:]
    isInTransaction = false
  }

  /// Ends a transaction that has only read, without waiting for what the server says to it.
  func endReading() throws {
    try forgetCompiled()
    try send(ServerSQL("COMMIT"))
    // A pool of connections takes this one back at the end of the pipeline.
    try link.endPipeline()
    expected.append(.end)
    foreseen = [:]
    isInTransaction = false
  }

  /// - Throws: ``ServerError`` if the connection is of no use any more.
  func rollback() throws {
    guard isInTransaction else { return }
    foreseen = [:]
    if failure == nil {
      try forgetCompiled()
    } else {
      try recover()
      // The server has passed over the compiling, too.
      compiled.forgetNewest()
    }
    failure = nil
    try send(ServerSQL("ROLLBACK"))
    try waitForAll()
    isInTransaction = false
  }

  /// Goes to the end of a pipeline that has failed.
  private func recover() throws {
    if expected.isEmpty { return }
    if case .end? = expected.last {
    } else {
      try link.endPipeline()
      expected.append(.end)
    }
    try receive { expected.isEmpty }
  }

  /// What others have told of, once all has been answered.
  func takeNotices() throws -> Bool {
    try receive { expected.isEmpty }
    if let failure { throw failure }
    return try link.takeNotices()
  }

  /// Runs a statement by itself, outside a transaction.
  func execute(_ sql: String) throws {
    try send(ServerSQL(sql))
    try waitForAll()
  }
}
