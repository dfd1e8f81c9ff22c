import Glibc
import Substrings

/// The link to a server: libpq's connection, and waiting for it.
final class ServerLink {
  let libpq: LibPQ
  private let connection: LibPQ.Connection

  /// How long the server may take to answer.
  let patience: Duration

  /// The maximum number of bytes of a single message that may arrive before it is complete.
  private let mostReceived: Int

  /// The bytes received since the last result.
  private var received = 0

  /// The rows that have been received and not read yet.
  let buffered: BufferedBytes

  private var announced = AnnouncedLists()

  /// The server's last warning that a commit may not be durable, until it is reset.
  fileprivate(set) var warning: String?

  /// Connects.
  ///
  /// - Throws: ``ServerError`` or `LibPQ.LoadError`.
  init(_ address: ServerAddress, patience: Duration, limits: ServerLimits) throws {
    libpq = try LibPQ.loaded()
    self.patience = patience
    // libpq may store a message twice, and then its values.
    mostReceived = limits.mostBuffered / 4
    buffered = BufferedBytes(limits)
    connection = try ServerEntry(libpq, patience).connect(to: address)
    // From here on, `deinit` closes the connection, even if it is unsuitable.
    guard libpq.serverVersion(connection) >= ServerSettings.oldestServer else {
      let version = libpq.serverVersion(connection) / 10_000
      throw ServerError.refused(
        code: "0A000",
        message: "the server is too old: version \(version); version 11 or newer is required")
    }
    guard libpq.setNonblocking(connection, 1) == 0, libpq.enterPipelineMode(connection) == 1 else {
      throw lost
    }
    // The connection, and with it all callers of this closure, end with this object.
    let this = Unmanaged.passUnretained(self).toOpaque()
    _ = libpq.setNoticeReceiver(
      connection,
      { this, notice in
        guard let this, let notice else { return }
        Unmanaged<ServerLink>.fromOpaque(this).takeUnretainedValue().take(notice: notice)
      }, this)
  }

  deinit { libpq.finish(connection) }

  func forgetWarning() { warning = nil }

  /// Servers send many notices; only those about a commit that may be lost matter.
  private func take(notice: LibPQ.ResultSet) {
    let message = ServerText.line(field("M", of: notice))
    // no_active_sql_transaction. A cancelled wait for a standby has the code of a shutdown, so it is
    // recognized by its place in the server's source, or by its text.
    let isOfCommit =
      ServerText.line(field("C", of: notice)) == "25P01"
      || ServerText.line(field("R", of: notice)) == "SyncRepWaitForLSN"
      || message.includes("synchronous replication")
    if isOfCommit { warning = message }
  }
}

// MARK: Waiting

extension ServerLink {
  /// The next result, with one row; `nil` at the end of a statement's results.
  func nextResult(_ wait: inout AnswerWait) throws -> LibPQ.ResultSet? {
    // This only has an effect at the beginning of an answer.
    _ = libpq.setSingleRowMode(connection)
    while libpq.isBusy(connection) == 1 {
      let isFlushed = libpq.flush(connection)
      guard isFlushed >= 0 else { throw lost }
      let start = ContinuousClock.now
      var entry = pollfd(
        fd: descriptor, events: Int16(isFlushed == 0 ? POLLIN : POLLIN | POLLOUT), revents: 0)
      _ = poll(&entry, 1, 50)
      if entry.revents & Int16(POLLOUT) != 0 { wait.renew() }
      let count = waitingBytes
      // This is necessary even if there is nothing to read: encrypted data may already have been read.
      guard libpq.consumeInput(connection) == 1 else { throw lost }
      wait.note(received: count)
      guard libpq.isBusy(connection) == 1 else { break }
      try wait.note(spent: .now - start)
      received += count
      guard received <= mostReceived else {
        throw ServerError.broken(reason: "it does not end")
      }
    }
    received = 0
    // Keep notifications that arrive meanwhile until someone asks for them.
    takeNotifications()
    return libpq.getResult(connection)
  }

  /// The number of bytes that have arrived and have not been read.
  private var waitingBytes: Int { ServerEntry.waitingBytes(descriptor) }

  /// The server's version: 150004 for 15.4.
  var serverVersion: CInt { libpq.serverVersion(connection) }

  /// The number of the server process, as announced when connecting.
  var announcedProcess: CInt { libpq.backendPID(connection) }

  /// The descriptor, which changes with each connection.
  var descriptor: CInt { libpq.socket(connection) }

  /// Reads what the server has sent without a request.
  ///
  /// - Returns: The lists of which others have announced changes.
  func takeNotices() throws -> AnnouncedLists {
    guard libpq.consumeInput(connection) == 1 else { throw lost }
    takeNotifications()
    defer { announced = AnnouncedLists() }
    return announced
  }

  private func takeNotifications() {
    while let notice = libpq.notifies(connection) {
      // The structure is a pointer to the name, the number of the process, and a pointer to the text.
      let size = MemoryLayout<OpaquePointer>.size
      let process = notice.load(fromByteOffset: size, as: CInt.self)
      if process != announcedProcess {
        let text = notice.load(fromByteOffset: 2 * size, as: UnsafePointer<CChar>?.self)
        announced.add(text.map { String(cString: $0) } ?? "")
      }
      libpq.freeMemory(notice)
    }
  }

  private var lost: ServerError {
    .lost(reason: ServerText.line(libpq.errorMessage(connection)))
  }

  private func field(_ code: Character, of result: LibPQ.ResultSet) -> UnsafePointer<CChar>? {
    libpq.resultErrorField(result, CInt(code.asciiValue ?? 0))
  }

  func error(of result: LibPQ.ResultSet) -> ServerError {
    guard libpq.resultStatus(result) == LibPQ.fatalError else {
      return .broken(reason: "it has the wrong type")
    }
    guard let code = field("C", of: result), code.pointee != 0 else { return lost }
    return .refused(
      code: ServerText.line(code), message: ServerText.line(field("M", of: result)))
  }
}

// MARK: Sending

extension ServerLink {
  // libpq collects what is sent until answers are requested, or some KiB have come together: each piece
  // wakes the server's process.

  /// Sends a statement, which is compiled only for this run.
  func send(_ sql: String, _ values: [ServerValue]) throws {
    let types = values.map(\.type)
    try send(values) { pointers, lengths, formats in
      libpq.sendQueryParams(
        connection, sql, CInt(values.count), types, pointers, lengths, formats, 1)
    }
  }

  /// Compiles a statement on the server, for values of these types.
  func prepare(_ sql: String, as name: String, for values: [ServerValue]) throws {
    let types = values.map(\.type)
    guard libpq.sendPrepare(connection, name, sql, CInt(types.count), types) == 1 else {
      throw lost
    }
  }

  /// Runs a compiled statement.
  func run(_ name: String, _ values: [ServerValue]) throws {
    try send(values) { pointers, lengths, formats in
      libpq.sendQueryPrepared(
        connection, name, CInt(values.count), pointers, lengths, formats, 1)
    }
  }

  /// Calls `body` with the values in the binary form that libpq takes.
  private func send(
    _ values: [ServerValue],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, [CInt], [CInt]) -> CInt
  ) throws {
    var bytes: [UInt8] = []
    var places: [Int?] = []
    var lengths: [CInt] = []
    for value in values {
      let start = bytes.count
      switch value {
      case .null, .unused: places.append(nil)
      case .number(let number):
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
        places.append(start)
      case .bytes(let more):
        bytes.append(contentsOf: more)
        places.append(start)
      }
      lengths.append(CInt(bytes.count - start))
    }
    // An empty value needs an address as well.
    bytes.append(0)
    let formats = [CInt](repeating: 1, count: values.count)
    let isSent = bytes.withUnsafeBytes { bytes in
      let pointers = places.map { place in
        place.flatMap { bytes.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
      }
      return body(pointers, lengths, formats)
    }
    guard isSent == 1 else { throw lost }
  }

  /// Asks the server to send its pending answers.
  func askForAnswers() throws {
    guard libpq.sendFlushRequest(connection) == 1, libpq.flush(connection) >= 0 else { throw lost }
  }

  func endPipeline() throws {
    guard libpq.pipelineSync(connection) == 1, libpq.flush(connection) >= 0 else { throw lost }
  }
}

extension ServerValue {
  /// The number of the type in PostgreSQL's catalog; 0 if the statement determines it.
  fileprivate var type: CUnsignedInt {
    switch self {
    case .number: 20
    case .unused: 25
    case .null, .bytes: 0
    }
  }
}
