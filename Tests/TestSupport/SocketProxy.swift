import Foundation
import Synchronization

/// A proxy, in front of a server's Unix socket, that loses connections or lies.
///
/// It closes a connection before a message of the client reaches the server, or before the answer
/// reaches the client; or it replaces the answer.
public final class SocketProxy: Sendable {
  /// What is lost with a connection.
  public enum Loss: Sendable {
    case question
    case answer
  }

  /// The bytes for the client instead of the server's answer.
  public enum Altered {
    case goOn([UInt8])
    case end([UInt8])

    /// Sends the second bytes repeatedly, as long as the client accepts them.
    case forever([UInt8], [UInt8])

    /// The same, but slowly, one byte at a time.
    case slowly([UInt8], [UInt8])
  }

  /// Alters the answers of one connection, in the pieces that arrive.
  public typealias Filter = (ArraySlice<UInt8>) -> Altered

  /// The folder of its socket, whose name is that of PostgreSQL's.
  public let folder = TemporaryDirectory()

  private let listener: Int32
  private let server: String
  private let word: [UInt8]
  private let losses: Mutex<[Loss?]>
  private let makeFilter: @Sendable () -> Filter
  private let lostCount = Mutex(0)
  private let askedCount = Mutex(0)
  private let sentCount = Mutex(0)

  /// The number of bytes sent to clients, including those in progress.
  public var sent: Int { sentCount.withLock { $0 } }

  /// The number of lost connections.
  public var lost: Int { lostCount.withLock { $0 } }

  /// How often clients have requested answers, with a `Flush` or a `Sync`: this limits how often
  /// they have waited for the server, which holds its answers back until then.
  public var asked: Int { askedCount.withLock { $0 } }

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - server: The folder of the server's socket.
  ///   - word: The text of the client at which a connection may be lost.
  ///   - losses: What is lost each time that text is sent; `nil` for nothing.
  /// - Throws: ``HarnessError`` if there is no socket to listen at.
  public convenience init(of server: String, when word: String, _ losses: [Loss?]) throws {
    try self.init(server, word, losses) { { .goOn(Array($0)) } }
  }

  /// Begins to listen; each connection's answers pass through a new filter.
  ///
  /// - Throws: ``HarnessError`` if there is no socket to listen at.
  public convenience init(
    of server: String, altering makeFilter: @escaping @Sendable () -> Filter
  ) throws {
    try self.init(server, "", [], makeFilter)
  }

  private init(
    _ server: String, _ word: String, _ losses: [Loss?],
    _ makeFilter: @escaping @Sendable () -> Filter
  ) throws {
    self.server = "\(server)/.s.PGSQL.5432"
    self.word = Array(word.utf8)
    self.losses = Mutex(losses.reversed())
    self.makeFilter = makeFilter
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let path = folder.path(".s.PGSQL.5432")
    let isBound = Self.withAddress(path) { bind(listener, $0, $1) == 0 }
    guard isBound, listen(listener, 64) == 0 else { throw HarnessError.system("bind", errno) }
    let thread = Thread { [listener] in
      while case let client = accept(listener, nil, nil), client >= 0 { self.serve(client) }
      close(listener)
    }
    thread.start()
  }

  /// Stops accepting connections; call it at the end.
  public func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  private static func withAddress<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private func serve(_ client: Int32) {
    let upstream = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard Self.withAddress(server, { connect(upstream, $0, $1) == 0 }) else {
      close(upstream)
      close(client)
      return
    }
    let pair = Pair(client: client, server: upstream)
    Thread { self.carryQuestions(pair) }.start()
    Thread { self.carryAnswers(pair) }.start()
  }

  /// The two sockets of a connection; they are closed when both directions have ended.
  private final class Pair: Sendable {
    let client: Int32
    let server: Int32

    /// Whether the server's answers are held back.
    let isMute = Mutex(false)

    init(client: Int32, server: Int32) {
      (self.client, self.server) = (client, server)
    }

    func cut() {
      shutdown(client, Int32(SHUT_RDWR))
      shutdown(server, Int32(SHUT_RDWR))
    }

    deinit {
      close(client)
      close(server)
    }
  }

  private func carryQuestions(_ pair: Pair) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var messages = ClientMessages()
    while case let count = read(pair.client, &buffer, buffer.count), count > 0 {
      let chunk = buffer[..<count]
      let asked = messages.countAsking(chunk)
      askedCount.withLock { $0 += asked }
      let isSaid = !word.isEmpty && chunk.firstRange(of: word) != nil
      switch isSaid ? losses.withLock({ $0.popLast() ?? nil }) : nil {
      case nil: break
      case .question:
        lostCount.withLock { $0 += 1 }
        return pair.cut()
      case .answer:
        lostCount.withLock { $0 += 1 }
        pair.isMute.withLock { $0 = true }
      }
      guard Self.writeAll(chunk, to: pair.server) else { break }
    }
    if !pair.isMute.withLock({ $0 }) { pair.cut() }
  }

  private func carryAnswers(_ pair: Pair) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let filter = makeFilter()
    while case let count = read(pair.server, &buffer, buffer.count), count > 0 {
      // When the server answers, it has carried out the message.
      if pair.isMute.withLock({ $0 }) { break }
      guard answer(filter(buffer[..<count]), to: pair.client) else { break }
    }
    pair.cut()
  }

  /// False if no more answers follow.
  private func answer(_ altered: Altered, to client: Int32) -> Bool {
    switch altered {
    case .goOn(let bytes): return give(bytes[...], to: client)
    case .end(let bytes):
      _ = give(bytes[...], to: client)
      return false
    case .forever(let bytes, let again):
      var isTaken = give(bytes[...], to: client)
      var many = again
      while many.count < 1 << 16 { many += many }
      while isTaken { isTaken = give(many[...], to: client) }
      return false
    case .slowly(let bytes, let again):
      var isTaken = give(bytes[...], to: client)
      var place = 0
      while isTaken {
        _ = poll(nil, 0, 10)
        isTaken = give(again[(place % again.count)...].prefix(1), to: client)
        place += 1
      }
      return false
    }
  }

  private func give(_ bytes: ArraySlice<UInt8>, to client: Int32) -> Bool {
    sentCount.withLock { $0 += bytes.count }
    return Self.writeAll(bytes, to: client)
  }

  private static func writeAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

/// The messages of a client, the first of which has no type.
private struct ClientMessages {
  /// The received part of a message's type and length, and the number of missing bytes of its body.
  private var head: [UInt8] = []
  private var missing = 0
  private var isStarted = false

  /// Reads more bytes, and counts the messages that request answers.
  mutating func countAsking(_ bytes: ArraySlice<UInt8>) -> Int {
    var (rest, count) = (bytes, 0)
    while !rest.isEmpty {
      let skipped = min(missing, rest.count)
      missing -= skipped
      rest = rest.dropFirst(skipped)
      guard let byte = rest.popFirst() else { break }
      head.append(byte)
      guard head.count == (isStarted ? 5 : 4) else { continue }
      missing = head.suffix(4).reduce(0) { $0 << 8 | Int($1) } - 4
      if isStarted, [UInt8(ascii: "H"), UInt8(ascii: "S")].contains(head[0]) { count += 1 }
      // A request for encryption, of eight bytes, may precede the first message of the client.
      isStarted = isStarted || missing > 4
      head = []
    }
    return count
  }
}
