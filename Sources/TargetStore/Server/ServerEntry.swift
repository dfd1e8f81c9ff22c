import Glibc
import Substrings

/// Opens connections to a server.
struct ServerEntry {
  private let libpq: LibPQ
  private let patience: Duration

  /// The maximum number of bytes that a server may send before it is asked anything.
  private static let mostReceived = 1 << 20

  init(_ libpq: LibPQ, _ patience: Duration) {
    (self.libpq, self.patience) = (libpq, patience)
  }

  /// Why a host was not taken, and whether another one of the address may be.
  private struct Refusal: Error {
    let reason: String

    /// Whether the host would refuse this client again.
    var isLasting = false

    var mayBeElsewhere = true
  }

  /// Connects to the first host that is as the address asks.
  ///
  /// Each host gets an equal share of the time that those before it have left.
  ///
  /// - Throws: ``ServerError``: ``ServerError/turnedAway(reason:)`` where another try would end in the
  ///   same way.
  func connect(to address: ServerAddress) throws -> LibPQ.Connection {
    let deadline = ContinuousClock.now + patience
    var settings = ServerSettings(address)
    var connection = try start(settings.all)
    var hosts: [[ServerSettings.Setting]] = [[]]
    // Nothing has been sent to the server yet.
    if libpq.status(connection) != 1, settings.complete(from: libpq, connection) {
      libpq.finish(connection)
      if !settings.hosts.isEmpty { hosts = settings.hosts }
      connection = try start(settings.all + hosts[0])
    }
    var refusals: [Refusal] = []
    for (place, host) in hosts.enumerated() {
      if place > 0 { connection = try start(settings.all + host) }
      let now = ContinuousClock.now
      do {
        try finishConnecting(
          connection, to: host.first?.value ?? "the server",
          now + (deadline - now) / (hosts.count - place))
        return connection
      } catch {
        libpq.finish(connection)
        guard let refusal = error as? Refusal else { throw error }
        refusals.append(refusal)
        if !refusal.mayBeElsewhere { break }
      }
    }
    throw Self.error(for: refusals)
  }

  /// One error for all hosts that were tried: the last one may have ended the search.
  private static func error(for refusals: [Refusal]) -> ServerError {
    let reason = refusals.map(\.reason).joined(separator: "; ")
    let isFinal = refusals.last?.mayBeElsewhere == false || refusals.allSatisfy(\.isLasting)
    return isFinal ? .turnedAway(reason: reason) : .lost(reason: reason)
  }

  private func start(_ settings: [ServerSettings.Setting]) throws -> LibPQ.Connection {
    let started = withTexts(settings.map(\.key)) { keys in
      withTexts(settings.map(\.value)) { values in libpq.connectStart(keys, values, 1) }
    }
    guard let started else { throw ServerError.lost(reason: StoreError.message(of: ENOMEM)) }
    // Without a receiver libpq would print notices.
    _ = libpq.setNoticeReceiver(started, { _, _ in }, nil)
    // Only then do its messages contain the `SQLSTATE` of a refusal.
    _ = libpq.setErrorVerbosity(started, LibPQ.verboseErrors)
    return started
  }

  private func finishConnecting(
    _ connection: LibPQ.Connection, to host: String, _ deadline: ContinuousClock.Instant
  ) throws {
    var wanted = LibPQ.pollWriting
    var received = 0
    while libpq.status(connection) != 1 {
      switch wanted {
      case LibPQ.pollOK:
        _ = libpq.setErrorVerbosity(connection, LibPQ.defaultErrors)
        return
      case LibPQ.pollReading, LibPQ.pollWriting:
        let events = wanted == LibPQ.pollReading ? POLLIN : POLLOUT
        guard try isReady(libpq.socket(connection), for: events, until: deadline) else {
          throw Refusal(reason: "\(host) does not answer")
        }
        received += Self.waitingBytes(libpq.socket(connection))
        guard received <= Self.mostReceived else {
          throw ServerError.broken(reason: "it does not end")
        }
      default: throw refusal(of: connection)
      }
      wanted = libpq.connectPoll(connection)
    }
    throw refusal(of: connection)
  }

  /// Waits for a descriptor, until a deadline at most.
  ///
  /// - Throws: ``StoreError/cancelled``.
  private func isReady(
    _ descriptor: CInt, for events: Int32, until deadline: ContinuousClock.Instant
  ) throws -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    // A deadline even for a server that never stops sending.
    repeat {
      if Task.isCancelled { throw StoreError.cancelled }
      if ContinuousClock.now >= deadline { return false }
    } while poll(&entry, 1, 50) <= 0
    return true
  }

  /// The number of bytes that have arrived and have not been read.
  static func waitingBytes(_ descriptor: CInt) -> Int {
    var count: CInt = 0
    return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  private func refusal(of connection: LibPQ.Connection) -> Refusal {
    let (code, reason) = ServerText.refusal(libpq.errorMessage(connection))
    if libpq.needsPassword(connection) == 1 {
      return Refusal(reason: reason, isLasting: true, mayBeElsewhere: false)
    }
    // Without a code the refusal is not the server's: it may be starting, have too many
    // connections, or be behind a pool that does not reach it.
    guard let code, !["57", "53", "08"].contains(code.prefix(2)) else {
      return Refusal(reason: reason)
    }
    // A standby that is behind does not know a new database. A wrong password is not tried on every
    // host: accounts are locked after a few failures.
    return Refusal(reason: reason, isLasting: true, mayBeElsewhere: code == "3D000")
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
        // The line is about one of several servers, and says that it could not be reached.
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
