import Glibc

/// A connection to a server in pipeline mode, which sends statements without waiting for the
/// answers to earlier ones.
final class ServerDatabase: Database {
  let link: ServerLink

  let address: ServerAddress

  /// The address, for messages.
  var path: String { address.text }

  /// The statements without a complete answer, oldest first.
  private(set) var expected: [Expected] = []

  /// How many of them have been answered.
  private var answered = 0

  /// The first failure of these statements; the server skips the statements after it.
  var failure: ServerError?

  /// Whether statements have been sent since the last end of a pipeline.
  ///
  /// After a failure, the server skips everything before the next end, even if no answer is
  /// expected any more.
  private var isPipelineOpen = false

  /// Whether the server may still hold back answers.
  private var mayKeepAnswers = false

  /// Whether rows of the answer that is expected next have been received.
  private var isMidway = false
  private var wait: AnswerWait

  /// The extra time that a statement of this transaction may take.
  private(set) var extraPatience = Duration.zero

  /// Whether the deadline is extended while rows arrive; otherwise all requested answers must
  /// arrive in time.
  var readsMuch = false

  private var prefetched: [Question: ServerAnswer] = [:]
  private var translated: [String: ServerSQL] = [:]
  private var unreadBytes = 0

  var compiled = CompiledStatements()

  var isInTransaction = false

  /// Whether a single statement is being sent, which the server takes as a transaction of its own.
  var asksAlone = false

  /// The answer to the beginning of the transaction, until it has been received.
  var beginning: ServerAnswer?

  /// The known features of the server.
  var traits = ServerTraits.plain

  var hints = Hints()
  var descriptor: CInt { link.descriptor }

  enum Expected {
    case rows(ServerAnswer)

    /// The end of a pipeline; true at the end of a transaction that has only read, and has read
    /// everything it wanted.
    case end(ofReading: Bool)
  }

  private struct Question: Hashable {
    let sql: String
    let values: [ServerValue]
  }

  /// The maximum number of statements whose answers may be waiting.
  private static let mostUnread = 1_024

  /// The maximum number of bytes of these statements' values.
  ///
  /// libpq buffers data that the server does not accept yet.
  private static let mostUnreadBytes = 4 << 20

  init(_ link: ServerLink, _ address: ServerAddress) {
    (self.link, self.address) = (link, address)
    wait = AnswerWait(patience: link.patience, isForMuch: false)
  }

  var isServer: Bool { true }

  /// A row takes microseconds; on a slow disk or a busy server, many times longer.
  func expectWork(on rows: Int64) { extraPatience = .microseconds(min(rows, 1 << 32) * 100) }

  func statement(_ sql: String) throws -> any Statement {
    ServerStatement(self, translation(of: sql))
  }

  private func translation(of sql: String) -> ServerSQL {
    if let known = translated[sql] { return known }
    let new = ServerSQL(sql)
    translated[sql] = new
    return new
  }
}

// MARK: Asking

extension ServerDatabase {
  /// Sends a statement; its errors show with the next answer.
  @discardableResult
  func send(
    _ sql: ServerSQL, _ values: [ServerValue] = [], isKept: Bool = false
  ) throws -> ServerAnswer {
    if let failure { throw failure }
    (isPipelineOpen, mayKeepAnswers) = (true, true)
    if let name = try compiledName(of: sql, for: values) {
      try link.run(name, values)
    } else {
      try link.send(sql.text, values)
    }
    let answer = ServerAnswer(
      link.libpq, hasRows: sql.hasRows, isKept: isKept, isLong: readsMuch, link.buffered)
    expected.append(.rows(answer))
    unreadBytes += values.reduce(0) { $0 + $1.size }
    if unreadBytes >= Self.mostUnreadBytes {
      try catchUp(to: 2)
    } else if expected.count - answered >= Self.mostUnread {
      try catchUp(to: Self.mostUnread / 2)
    }
    return answer
  }

  /// Waits until at most `count` statements are without an answer.
  private func catchUp(to count: Int) throws {
    unreadBytes = 0
    try askForAnswers()
    try receive { expected.count - answered <= count }
    if let failure { throw failure }
  }

  /// The name of a statement's compiled form; `nil` for one that is sent as text.
  private func compiledName(of sql: ServerSQL, for values: [ServerValue]) throws -> String? {
    switch compiled.use(of: sql.text) {
    case .asText: return nil
    case .compiled(let name): return name
    case .toBeCompiled(let name):
      try link.prepare(sql.text, as: name, for: values)
      expected.append(
        .rows(ServerAnswer(link.libpq, hasRows: false, link.buffered)))
      return name
    }
  }

  func forgetCompiled() throws {
    for name in compiled.takeThoseOfTransaction() {
      try send(ServerSQL("\(CompiledStatements.forgetting) \(name)"))
    }
  }

  func prefetch(_ sql: ServerSQL, _ values: [ServerValue]) throws -> ServerAnswer {
    let question = Question(sql: sql.text, values: values)
    if let known = prefetched[question] { return known }
    let answer = try send(sql, values, isKept: true)
    prefetched[question] = answer
    return answer
  }

  func forgetPrefetched() { prefetched = [:] }

  /// The answer to a statement, which is sent now unless it was prefetched.
  func answer(to sql: ServerSQL, _ values: [ServerValue]) throws -> ServerAnswer {
    try prefetched[Question(sql: sql.text, values: values)] ?? send(sql, values)
  }

  /// Waits for the row at a place of an answer; false if the answer has no more rows.
  ///
  /// Frees the rows that were read, unless the answer is kept.
  func receiveRow(of answer: ServerAnswer, at place: inout Int) throws -> Bool {
    if place < answer.count { return true }
    if !answer.isKept {
      answer.forgetRead()
      place = 0
    }
    if !answer.isThere {
      // Do not wait for statements that were sent after this one.
      try askForAnswers()
      try receive { answer.isThere || answer.count > place }
    }
    if answer.count > place { return true }
    if let failure { throw failure }
    return false
  }

  /// Waits until all statements have been answered.
  func waitForAll() throws {
    if expected.isEmpty {
      if let failure { throw failure }
      return
    }
    try endPipeline()
    try receive { expected.isEmpty }
    if let failure { throw failure }
  }

  private func askForAnswers() throws {
    guard mayKeepAnswers else { return }
    if asksAlone { return try endPipeline() }
    mayKeepAnswers = false
    try link.askForAnswers()
  }

  func endPipeline() throws {
    try link.endPipeline()
    (isPipelineOpen, mayKeepAnswers) = (false, false)
    expected.append(.end(ofReading: false))
  }

  /// Ends a transaction that has only read, without waiting for answers.
  func endPipelineOfReading() throws {
    if isPipelineOpen { try endPipeline() }
    for (place, answer) in expected.enumerated() {
      if case .end = answer { expected[place] = .end(ofReading: true) }
    }
  }

  /// Discards answers that will not be read.
  func discardAnswers() {
    for case .rows(let answer) in expected { answer.discard() }
    prefetched = [:]
  }

  /// Skips to the end of a pipeline that has failed.
  func recover() throws {
    if isPipelineOpen { try endPipeline() }
    try receive { expected.isEmpty }
    // The server has skipped a compilation after the failure, too.
    if failure != nil { compiled.forgetNewest() }
  }

  /// Reads answers until there are enough.
  func receive(until isEnough: () -> Bool) throws {
    if !isMidway {
      wait = AnswerWait(patience: link.patience + extraPatience, isForMuch: readsMuch)
    }
    while !isEnough() {
      guard answered < expected.count else {
        throw ServerError.broken(reason: "it was not requested")
      }
      if let result = try link.nextResult(&wait) {
        defer { link.libpq.clear(result) }
        try take(result)
      } else {
        if case .rows(let answer) = expected[answered] {
          answer.end()
          if answer === beginning { beginning = nil }
        }
        noteAnswered()
      }
    }
  }

  private func take(_ result: LibPQ.ResultSet) throws {
    let libpq = link.libpq
    switch (libpq.resultStatus(result), expected[answered]) {
    case (LibPQ.singleTuple, .rows(let answer)), (LibPQ.tuplesOK, .rows(let answer)):
      isMidway = true
      try answer.take(result)
    case (LibPQ.commandOK, .rows(let answer)):
      try answer.check(hasRows: false)
    case (LibPQ.pipelineEnd, .end(let isOfReading)):
      noteAnswered()
      // Everything that was wanted has been read. The server may refuse the next transaction as a
      // part of this one; then it is retried.
      if isOfReading, failure != nil {
        failure = nil
        compiled.forgetAll()
      }
    case (LibPQ.pipelineEnd, _):
      throw ServerError.broken(reason: "it ends early")
    case (LibPQ.pipelineAborted, _): break
    case (LibPQ.tuplesOK, _), (LibPQ.singleTuple, _), (LibPQ.commandOK, _):
      throw ServerError.broken(reason: "it was not requested")
    default:
      let error = error(of: result)
      failure = failure ?? error
      switch error {
      case .lost, .broken: throw error
      default: break
      }
    }
  }

  private func error(of result: LibPQ.ResultSet) -> ServerError {
    let error = link.error(of: result)
    // A standby refuses a writing transaction with the code for an unsupported feature.
    if case .rows(let answer) = expected[answered], answer === beginning,
      case .refused("0A000", let message) = error
    {
      return .refused(code: "25006", message: message)
    }
    return error
  }

  private func noteAnswered() {
    isMidway = false
    answered += 1
    guard answered == expected.count || answered > Self.mostUnread else { return }
    expected.removeFirst(answered)
    answered = 0
  }
}
