import Glibc
import Substrings

/// Opens connections to a server.
struct ServerEntry {
  private let libpq: LibPQ
  private let patience: Duration

  /// The most bytes that a server may send before it is asked anything.
  private static let mostReceived = 1 << 20

  init(_ libpq: LibPQ, _ patience: Duration) {
    (self.libpq, self.patience) = (libpq, patience)
  }

  /// - Throws: ``ServerError``: ``ServerError/turnedAway(reason:)`` if a retry would fail in the
  ///   same way.
  func connect(to address: ServerAddress) throws -> LibPQ.Connection {
    var settings = ServerSettings(address)
    while true {
      guard let connection = start(settings) else {
        throw ServerError.lost(reason: StoreError.message(of: ENOMEM))
      }
      // Nothing has been sent to the server yet.
      if libpq.status(connection) != 1, settings.complete(from: libpq, connection) {
        libpq.finish(connection)
        continue
      }
      do {
        try finishConnecting(connection)
        return connection
      } catch {
        libpq.finish(connection)
        throw error
      }
    }
  }

  private func start(_ settings: ServerSettings) -> LibPQ.Connection? {
    let (keys, values) = (settings.all.map(\.key), settings.all.map(\.value))
    return withTexts(keys) { keys in
      withTexts(values) { values in
        let connection = libpq.connectStart(keys, values, 1)
        if let connection {
          // Without a receiver, libpq prints notices to standard error.
          _ = libpq.setNoticeReceiver(connection, { _, _ in }, nil)
          // Only verbose errors include the `SQLSTATE`.
          _ = libpq.setErrorVerbosity(connection, LibPQ.verboseErrors)
        }
        return connection
      }
    }
  }

  private func finishConnecting(_ connection: LibPQ.Connection) throws {
    let deadline = ContinuousClock.now + patience
    var wanted = LibPQ.pollWriting
    var received = 0
    while libpq.status(connection) != 1 {
      switch wanted {
      case LibPQ.pollOK:
        _ = libpq.setErrorVerbosity(connection, LibPQ.defaultErrors)
        return
      case LibPQ.pollReading, LibPQ.pollWriting:
        try wait(
          for: wanted == LibPQ.pollReading ? POLLIN : POLLOUT, libpq.socket(connection), deadline)
        received += Self.waitingBytes(libpq.socket(connection))
        guard received <= Self.mostReceived else {
          throw ServerError.broken(reason: "it does not end")
        }
      default: throw failure(of: connection)
      }
      wanted = libpq.connectPoll(connection)
    }
    throw failure(of: connection)
  }

  /// - Throws: ``ServerError/lost(reason:)`` after the deadline, or ``StoreError/cancelled``.
  private func wait(
    for events: Int32, _ descriptor: CInt, _ deadline: ContinuousClock.Instant
  ) throws {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    // A deadline even for a server that never stops sending.
    repeat {
      if Task.isCancelled { throw StoreError.cancelled }
      if ContinuousClock.now >= deadline {
        throw ServerError.lost(reason: "the server does not answer")
      }
    } while poll(&entry, 1, 50) <= 0
  }

  /// The number of bytes that have arrived and were not read yet.
  static func waitingBytes(_ descriptor: CInt) -> Int {
    var count: CInt = 0
    return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  private func failure(of connection: LibPQ.Connection) -> ServerError {
    let (code, reason) = ServerText.refusal(libpq.errorMessage(connection))
    if libpq.needsPassword(connection) == 1 { return .turnedAway(reason: reason) }
    // Without a code, the refusal may pass: the server may be starting, have too many connections,
    // or be unreachable for its pool.
    guard let code, !["57", "53", "08"].contains(code.prefix(2)) else {
      return .lost(reason: reason)
    }
    return .turnedAway(reason: reason)
  }
}

/// Parses texts of libpq and servers.
enum ServerText {
  /// A text as one line of limited length.
  static func line(_ text: UnsafePointer<CChar>?) -> String {
    guard let text, text.pointee != 0 else { return "no reason given" }
    return line(of: string(text))
  }

  private static func string(_ text: UnsafePointer<CChar>) -> String {
    let start = UnsafeBufferPointer(start: text, count: strnlen(text, 1_000))
    return String(decoding: start.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func line(of text: String) -> String {
    let words = text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
    return words.map { String($0) }.joined(separator: " ")
  }

  /// Whether a line names a place in the server's source: `LOCATION:  auth_failed, auth.c:326`.
  private static func isPlace(_ line: Substring) -> Bool {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 4, words[0].hasSuffix(":"), words[1].isEmpty, words[2].hasSuffix(","),
      let colon = words[3].lastIndex(of: ":")
    else { return false }
    let number = words[3][colon...].dropFirst()
    return !number.isEmpty && number.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The place of the code in a line such as `FATAL:  28P01: password …`.
  private static func code(in line: Substring) -> Range<String.Index>? {
    var rest = line
    while let before = rest.firstRange(ofText: ":  ") {
      rest = rest[before.upperBound...]
      let code = rest.prefix { $0 != ":" }
      let isCode = code.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
      if isCode, code.utf8.count == 5, rest[code.endIndex...].hasPrefix(": ") {
        return code.startIndex..<code.endIndex
      }
    }
    return nil
  }

  /// Why a connection failed, with the `SQLSTATE` if the server that was tried last refused it.
  ///
  /// libpq writes the code after the severity and two spaces, and the place in the server's source
  /// in a separate line.
  static func refusal(_ text: UnsafePointer<CChar>?) -> (code: String?, reason: String) {
    guard let text, text.pointee != 0 else { return (nil, line(text)) }
    var code: Substring?
    var lines: [Substring] = []
    for line in string(text).split(whereSeparator: \.isNewline) {
      if isPlace(line) { continue }
      guard let found = Self.code(in: line) else {
        // One of several servers, which could not be reached.
        if line.includes("failed: ") { code = nil }
        lines.append(line)
        continue
      }
      code = line[found]
      let end = line.utf8.index(found.lowerBound, offsetBy: -":  ".utf8.count)
      lines.append(line[..<end] + line[found.upperBound...])
    }
    let reason = line(of: lines.joined(separator: " "))
    // The certificate has expired or is not trusted; libpq does not ask OpenSSL which.
    let isUnproved = reason.hasSuffix("certificate verify failed")
    return (
      code.map { String($0) },
      isUnproved ? "\(reason): it has expired, or no trusted authority signed it" : reason
    )
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
