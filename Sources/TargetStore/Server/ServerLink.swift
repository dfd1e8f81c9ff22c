import Glibc

/// The wire to a server: libpq's connection, and waiting for it.
final class ServerLink {
  let libpq: LibPQ
  private let connection: LibPQ.Connection

  /// How long the server may say nothing.
  private let patience: Duration

  /// How long an answer may be; libpq keeps all of it.
  private let mostBytes: Int

  /// Connects.
  ///
  /// - Throws: ``ServerError`` or `LibPQ.LoadError`.
  init(_ address: ServerAddress, patience: Duration, mostBytes: Int) throws {
    libpq = try LibPQ.loaded()
    self.patience = patience
    self.mostBytes = mostBytes
    var settings = ServerSettings(address)
    connection = try Self.connect(libpq, &settings, patience)
    // From here on the connection ends with this object, also if it is not good enough.
    guard libpq.serverVersion(connection) >= ServerSettings.oldestServer else {
      let version = libpq.serverVersion(connection) / 10_000
      throw ServerError.refused(
        code: "0A000", message: "the server is too old: version \(version), 11 or newer is needed")
    }
    guard libpq.setNonblocking(connection, 1) == 0, libpq.enterPipelineMode(connection) == 1 else {
      throw lost
    }
  }

  deinit { libpq.finish(connection) }

  private static func connect(
    _ libpq: LibPQ, _ settings: inout ServerSettings, _ patience: Duration
  ) throws -> LibPQ.Connection {
    while true {
      guard let connection = start(libpq, settings) else {
        throw ServerError.lost(reason: StoreError.message(of: ENOMEM))
      }
      // Nothing has been said to the server yet.
      if libpq.status(connection) != 1, settings.complete(from: libpq, connection) {
        libpq.finish(connection)
        continue
      }
      do {
        try finishConnecting(libpq, connection, patience)
        return connection
      } catch {
        libpq.finish(connection)
        throw error
      }
    }
  }

  private static func start(_ libpq: LibPQ, _ settings: ServerSettings) -> LibPQ.Connection? {
    let (keys, values) = (settings.all.map(\.key), settings.all.map(\.value))
    return withTexts(keys) { keys in
      withTexts(values) { values in
        let connection = libpq.connectStart(keys, values, 1)
        // Otherwise what servers remark would be printed.
        if let connection { _ = libpq.setNoticeReceiver(connection, { _, _ in }, nil) }
        return connection
      }
    }
  }

  private static func finishConnecting(
    _ libpq: LibPQ, _ connection: LibPQ.Connection, _ patience: Duration
  ) throws {
    let deadline = ContinuousClock.now + patience
    var wanted = LibPQ.pollWriting
    while true {
      if libpq.status(connection) == 1 { break }
      switch wanted {
      case LibPQ.pollOK: return
      case LibPQ.pollReading, LibPQ.pollWriting:
        try wait(
          for: wanted == LibPQ.pollReading ? POLLIN : POLLOUT, libpq.socket(connection), deadline)
      default: throw ServerError.lost(reason: message(libpq, connection))
      }
      wanted = libpq.connectPoll(connection)
    }
    throw ServerError.lost(reason: message(libpq, connection))
  }

  private static func message(_ libpq: LibPQ, _ connection: LibPQ.Connection) -> String {
    let line = line(libpq.errorMessage(connection))
    // OpenSSL knows which of the two it is, and libpq does not ask.
    let isUnproved = line.hasSuffix("certificate verify failed")
    return isUnproved ? "\(line): it is expired, or signed by nobody who is trusted" : line
  }

  /// What libpq or the server says, in one line that is not too long to be read.
  private static func line(_ text: UnsafePointer<CChar>?) -> String {
    guard let text, text.pointee != 0 else { return "it does not say why" }
    let start = UnsafeBufferPointer(start: text, count: strnlen(text, 1_000))
    let words = String(decoding: start.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      .unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
    return words.map { String($0) }.joined(separator: " ")
  }
}

// MARK: Waiting

extension ServerLink {
  /// - Throws: ``ServerError/lost(reason:)`` after the deadline, or ``StoreError/cancelled``.
  private static func wait(
    for events: Int32, _ descriptor: CInt, _ deadline: ContinuousClock.Instant
  ) throws {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    // A server that never stops to say something is at its deadline, too.
    repeat {
      if Task.isCancelled { throw StoreError.cancelled }
      if ContinuousClock.now >= deadline { throw ServerError.lost(reason: "it does not answer") }
    } while poll(&entry, 1, 50) <= 0
  }

  /// The next result; `nil` at the end of those of a statement.
  func nextResult() throws -> LibPQ.ResultSet? {
    var received = 0
    while libpq.isBusy(connection) == 1 {
      let isFlushed = libpq.flush(connection)
      guard isFlushed >= 0 else { throw lost }
      try Self.wait(
        for: isFlushed == 0 ? POLLIN : POLLIN | POLLOUT, libpq.socket(connection),
        .now + patience)
      received += waitingBytes
      guard received <= mostBytes else {
        throw ServerError.broken(reason: "it has no end")
      }
      guard libpq.consumeInput(connection) == 1 else { throw lost }
    }
    return libpq.getResult(connection)
  }

  /// How much has come that was not read yet.
  private var waitingBytes: Int {
    var count: CInt = 0
    return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  /// The number of the process that answers, as it was announced.
  var announcedProcess: CInt { libpq.backendPID(connection) }

  /// Its descriptor, which is another with each connection.
  var descriptor: CInt { libpq.socket(connection) }

  /// Reads what has come by itself.
  ///
  /// - Returns: Whether others have told of something.
  func takeNotices() throws -> Bool {
    guard libpq.consumeInput(connection) == 1 else { throw lost }
    var isTold = false
    while let notice = libpq.notifies(connection) {
      // The structure begins with a pointer to the name and the number of the process.
      let process = notice.load(fromByteOffset: MemoryLayout<OpaquePointer>.size, as: CInt.self)
      isTold = isTold || process != announcedProcess
      libpq.freeMemory(notice)
    }
    return isTold
  }

  private var lost: ServerError { .lost(reason: Self.message(libpq, connection)) }

  func error(of result: LibPQ.ResultSet) -> ServerError {
    func field(_ code: Character) -> UnsafePointer<CChar>? {
      libpq.resultErrorField(result, CInt(code.asciiValue ?? 0))
    }
    guard libpq.resultStatus(result) == LibPQ.fatalError else {
      return .broken(reason: "it is of another kind than what was asked for")
    }
    guard let code = field("C"), code.pointee != 0 else { return lost }
    return .refused(code: Self.line(code), message: Self.line(field("M")))
  }
}

// MARK: Sending

extension ServerLink {
  /// Sends a statement, which is compiled for this once.
  func send(_ sql: String, _ values: [ServerValue]) throws {
    let types = values.map(\.type)
    try send(values) { pointers, lengths, formats in
      libpq.sendQueryParams(
        connection, sql, CInt(values.count), types, pointers, lengths, formats, 1)
    }
  }

  /// Has a statement compiled, for values of such types.
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

  /// Calls `body` with the values as libpq takes them, in binary form.
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
    // An empty value needs an address, too.
    bytes.append(0)
    let formats = [CInt](repeating: 1, count: values.count)
    let isSent = bytes.withUnsafeBytes { bytes in
      let pointers = places.map { place in
        place.flatMap { bytes.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
      }
      return body(pointers, lengths, formats)
    }
    guard isSent == 1, libpq.flush(connection) >= 0 else { throw lost }
  }

  /// Lets the server send what it has.
  func askForAnswers() throws {
    guard libpq.sendFlushRequest(connection) == 1, libpq.flush(connection) >= 0 else { throw lost }
  }

  func endPipeline() throws {
    guard libpq.pipelineSync(connection) == 1, libpq.flush(connection) >= 0 else { throw lost }
  }
}

extension ServerValue {
  /// The type by its number in the catalogue of PostgreSQL; 0 leaves it to the statement.
  fileprivate var type: CUnsignedInt {
    switch self {
    case .number: 20
    case .unused: 25
    case .null, .bytes: 0
    }
  }
}

/// Calls `body` with C strings, and `nil` after the last one.
private func withTexts<Result>(_ texts: [String], _ body: (LibPQ.Texts) -> Result) -> Result {
  let copies = texts.map { strdup($0) }
  defer { copies.forEach { free($0) } }
  let pointers = copies.map { UnsafePointer<CChar>($0) } + [nil]
  return pointers.withUnsafeBufferPointer { texts in
    guard let first = texts.baseAddress else { preconditionFailure("nil is there") }
    return body(first)
  }
}
