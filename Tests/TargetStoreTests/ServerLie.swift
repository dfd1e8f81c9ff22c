import TestSupport
import Testing

/// A message in PostgreSQL's protocol: a letter, a length, and a body.
struct ServerMessage {
  var kind: UInt8
  var body: [UInt8]

  init(_ kind: Character, _ body: [UInt8] = []) {
    self.kind = kind.asciiValue ?? 0
    self.body = body
  }

  /// Removes the first message from some bytes; `nil` if it is incomplete.
  init?(takenFrom bytes: inout ArraySlice<UInt8>) {
    guard bytes.count >= 5 else { return nil }
    let length = bytes.dropFirst().prefix(4).reduce(0) { $0 << 8 | Int($1) }
    guard bytes.count > length else { return nil }
    kind = bytes[bytes.startIndex]
    body = Array(bytes.dropFirst(5).prefix(length - 4))
    bytes = bytes.dropFirst(1 + length)
  }

  var bytes: [UInt8] { bytes(length: Int32(body.count + 4)) }

  func bytes(length: Int32) -> [UInt8] { [kind] + Self.number(length) + body }

  static func number<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  /// The values of a row; in the message, each follows its length.
  var values: [[UInt8]?] {
    var rest = body.dropFirst(2)
    var values: [[UInt8]?] = []
    while rest.count >= 4 {
      let length = Int(Int32(truncatingIfNeeded: rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }))
      rest = rest.dropFirst(4)
      values.append(length < 0 ? nil : Array(rest.prefix(length)))
      rest = rest.dropFirst(max(length, 0))
    }
    return values
  }

  static func row(_ values: [[UInt8]?], count: Int? = nil) -> ServerMessage {
    // Append arrays as a whole: joined parts would be iterated byte by byte.
    let body = values.reduce(into: number(Int16(count ?? values.count))) { body, value in
      body += number(Int32(value?.count ?? -1))
      body += value ?? []
    }
    return ServerMessage("D", body)
  }

  /// An error or a notice, with fields that each end with a NUL.
  static func problem(_ kind: Character, _ fields: [(Character, [UInt8])]) -> ServerMessage {
    ServerMessage(kind, fields.flatMap { [$0.0.asciiValue ?? 0] + $0.1 + [0] } + [0])
  }
}

/// An answer that a server sends instead of the right one.
struct ServerLie: Sendable, CustomTestStringConvertible {
  typealias Message = ServerMessage

  let testDescription: String

  var isOfOneRow: Bool { testDescription == "a row without end" }

  /// The kinds of messages that the lie can replace; empty for the first bytes of a connection.
  let kinds: String

  /// The bytes sent in place of a message.
  let told: @Sendable (Message) -> SocketProxy.Altered

  init(
    _ name: String, for kinds: String, _ told: @escaping @Sendable (Message) -> SocketProxy.Altered
  ) {
    testDescription = name
    self.kinds = kinds
    self.told = told
  }

  /// A lie that replaces each row.
  private static func row(
    _ name: String, _ told: @escaping @Sendable (Message) -> [UInt8]
  ) -> ServerLie {
    ServerLie(name, for: "D") { .goOn(told($0)) }
  }

  /// A row with each value replaced.
  private static func values(
    _ name: String, _ told: @escaping @Sendable ([UInt8]?) -> [UInt8]?
  ) -> ServerLie {
    row(name) { Message.row($0.values.map(told)).bytes }
  }

  /// An extra message before the message that ends an answer.
  private static func interjected(_ name: String, _ message: Message) -> ServerLie {
    ServerLie(name, for: "CD") { .goOn(message.bytes + $0.bytes) }
  }

  private static func endless(_ name: String, _ message: Message) -> ServerLie {
    ServerLie(name, for: "CD") { _ in .forever([], message.bytes) }
  }

  /// More data than any client can store.
  static let floods = [
    endless("notices without end", Message.problem("N", [("S", [0x4E]), ("M", [0x61])])),
    endless(
      "notifications without end", Message("A", [0, 0, 0, 1] + Array("targets\0\0".utf8))),
    ServerLie("a row without end", for: "D") { message in
      .forever(message.bytes(length: 0x3FFF_FFFF), [UInt8](repeating: 0x61, count: 1 << 16))
    },
    ServerLie("rows of a mebibyte without end", for: "D") { message in
      let values = message.values.map { _ in [UInt8](repeating: 0x61, count: 1 << 20) }
      return .forever([], Message.row(values).bytes)
    },
  ]

  /// Messages that do not end the answer, sent slowly, byte by byte.
  static let slow = [
    ("notices", Message.problem("N", [("S", [0x4E]), ("M", [0x61])])),
    ("settings", Message("S", Array("a\0b\0".utf8))),
    ("a message that is never complete", Message("D", [UInt8](repeating: 0, count: 30_000))),
  ].map { name, message in
    ServerLie(name, for: "CD") { _ in .slowly([], message.bytes) }
  }

  static let inAnswers: [ServerLie] = [
    // Lengths.
    row("a length that is too short") { $0.bytes(length: 3) },
    row("a length below zero") { $0.bytes(length: -1) },
    row("a length beyond all memory") { $0.bytes(length: .max) },
    ServerLie("half a message, and the end", for: "CDT") {
      .end(Array($0.bytes.prefix($0.bytes.count / 2)))
    },
    row("a value of a length below zero") { message in
      Message("D", Message.number(Int16(message.values.count)) + Message.number(Int32(-2))).bytes
    },
    row("a value that is longer than its row") { message in
      let length = Message.number(Int32.max / 2)
      return Message("D", Message.number(Int16(message.values.count)) + length).bytes
    },
    row("fewer values than columns") { Message.row(Array($0.values.dropLast())).bytes },
    row("more values than columns") { Message.row($0.values + [[1]]).bytes },
    row("a count above the number of values") { Message.row($0.values, count: 30_000).bytes },
    row("no values at all") { _ in Message("D").bytes },
    // NULLs, numbers and texts.
    values("nothing but NULL") { _ in nil },
    values("nothing but empty values") { _ in [] },
    values("no text in UTF-8") { $0.map { [UInt8](repeating: 0xFF, count: max($0.count, 8)) } },
    values("half a sign in UTF-8") { $0.map { $0.dropLast() + [0xE2, 0x82] } },
    values("values of NUL") { $0.map { [UInt8](repeating: 0, count: max($0.count, 1)) } },
    values("numbers of nine bytes") { _ in [UInt8](repeating: 0x7F, count: 9) },
    values("the least of numbers") { _ in [0x80] + [UInt8](repeating: 0, count: 7) },
    values("the greatest of numbers") { _ in [0x7F] + [UInt8](repeating: 0xFF, count: 7) },
    values("texts of a mebibyte") { _ in [UInt8](repeating: 0x61, count: 1 << 20) },
    values("sequences for the terminal") { _ in Array("\u{1B}]0;owned\u{7}\r\n\u{1B}[2J".utf8) },
    row("each row twice") { $0.bytes + $0.bytes },
    row("no row") { _ in [] },
    // Types.
    ServerLie("columns of no type that was asked for", for: "T") { message in
      .goOn(retyped(message) { _ in 25 })
    },
    ServerLie("columns of types that nobody knows", for: "T") { message in
      .goOn(retyped(message) { _ in 0x7FFF_FFFF })
    },
    ServerLie("no columns", for: "T") { _ in .goOn(Message("T", [0, 0]).bytes) },
    ServerLie("a count above the number of columns", for: "T") {
      .goOn(Message("T", [0xFF, 0xFF] + $0.body.dropFirst(2)).bytes)
    },
    ServerLie("a column whose name has no end", for: "T") { _ in
      .goOn(Message("T", [0, 1, 0x61, 0x61]).bytes)
    },
    ServerLie("rows without columns before them", for: "T") { _ in .goOn([]) },
    // The order of messages.
    ServerLie("no end of an answer", for: "C") { _ in .goOn([]) },
    ServerLie("the end of an answer twice", for: "C") { .goOn($0.bytes + $0.bytes) },
    ServerLie("the end of what was not asked", for: "C") { _ in
      .goOn(Message("C", Array("INSERT 0 99999999999999999999999\0".utf8)).bytes)
    },
    ServerLie("an end without its end", for: "C") { _ in .goOn(Message("C", [0x53]).bytes) },
    ServerLie("an empty query", for: "C") { _ in .goOn(Message("I").bytes) },
    ServerLie("a portal that waits", for: "C") { _ in .goOn(Message("s").bytes) },
    interjected("it is ready too soon", Message("Z", [0x49])),
    interjected("a statement that is bound again", Message("2")),
    interjected("a statement that is parsed again", Message("1")),
    interjected("no data", Message("n")),
    interjected("a letter that nobody knows", Message("x", [1, 2, 3])),
    interjected("a question for the password", Message("R", [0, 0, 0, 3])),
    interjected("it wants a copy", Message("G", [1, 0, 0])),
    interjected("it sends a copy", Message("H", [1, 0, 0])),
    interjected("it wants and sends a copy", Message("W", [1, 0, 0])),
    interjected("data of a copy that nobody began", Message("d", [1, 2, 3])),
    interjected("another encoding", Message("S", Array("client_encoding\0LATIN1\0".utf8))),
    interjected("a function's answer", Message("V", [0, 0, 0, 1, 0])),
    // Endless answers.
    ServerLie("rows without end", for: "D") { .forever([], $0.bytes) },
    endless("notices without end", Message.problem("N", [("S", [0x4E]), ("M", [0x61])])),
    endless(
      "notifications without end", Message("A", [0, 0, 0, 1] + Array("targets\0\0".utf8))),
    endless("settings without end", Message("S", Array("a\0b\0".utf8))),
    // Errors.
    interjected("an error that says nothing", Message("E", [0])),
    interjected("an error without an end", Message("E", [0x4D, 0x61])),
    interjected("an error that is empty", Message("E")),
    interjected(
      "an error in many lines and no text",
      Message.problem(
        "E",
        [
          ("S", Array("ERROR".utf8)), ("C", Array("XX000".utf8)),
          ("M", Array("one\r\ntwo\u{85}\u{2028}\u{1B}]0;x\u{7}\u{1B}[31m".utf8) + [0xFF, 0xC0]),
        ])),
    interjected(
      "an error as long as a book",
      Message.problem(
        "E", [("C", Array("XX000".utf8)), ("M", [UInt8](repeating: 0x61, count: 1 << 20))])),
    interjected(
      "an error with a code of no length", Message.problem("E", [("C", []), ("M", [])])),
    interjected(
      "a shutdown again and again",
      Message.problem("E", [("C", Array("57P01".utf8)), ("M", Array("it ends".utf8))])),
  ]

  static let atStart: [ServerLie] = [
    ServerLie("another protocol", for: "") { _ in .end(Array("HTTP/1.1 400 Bad\r\n\r\n".utf8)) },
    ServerLie("nothing, and the end", for: "") { _ in .end([]) },
    ServerLie("nothing at all", for: "") { _ in .goOn([]) },
    ServerLie("a way in that nobody knows", for: "") { _ in
      .goOn(Message("R", [0, 0, 0, 99]).bytes)
    },
    ServerLie("a way in without its number", for: "") { _ in .goOn(Message("R").bytes) },
    ServerLie("a mechanism that nobody knows", for: "") { _ in
      .goOn(Message("R", [0, 0, 0, 10] + Array("SCRAM-MD5\0\0".utf8)).bytes)
    },
    ServerLie("settings without end at the start", for: "") { _ in
      .forever(Message("R", [0, 0, 0, 0]).bytes, Message("S", Array("a\0b\0".utf8)).bytes)
    },
    ServerLie("an error as old as version 2", for: "") { _ in
      .end(Array("Eit is full\nof\u{7} people\0".utf8))
    },
    ServerLie("a server that is too old", for: "S") { message in
      let isVersion = message.body.starts(with: Array("server_version\0".utf8))
      return .goOn(
        isVersion ? Message("S", Array("server_version\09.6.24\0".utf8)).bytes : message.bytes)
    },
  ]

  private static func retyped(
    _ message: Message, _ type: (Int) -> Int32
  ) -> [UInt8] {
    var body = Array(message.body.prefix(2))
    var rest = message.body.dropFirst(2)
    var number = 0
    while let end = rest.firstIndex(of: 0), rest.count >= 18 {
      body += rest[...end] + rest[(end + 1)...].prefix(6) + Message.number(type(number))
      body += rest[(end + 1)...].dropFirst(10).prefix(8)
      rest = rest[(end + 1)...].dropFirst(18)
      number += 1
    }
    return Message("T", body).bytes
  }

  /// A filter that lies once per connection, in place of the message with a number among those that
  /// it can replace.
  func filter(at place: Int) -> SocketProxy.Filter {
    let liar = Liar(self, place)
    return { liar.alter($0) }
  }
}

/// Tells a lie on a connection.
private final class Liar {
  private let lie: ServerLie
  private let place: Int
  private var rest: ArraySlice<UInt8> = []
  private var seen = 0
  private var isStarted = false
  private var isTold = false

  init(_ lie: ServerLie, _ place: Int) {
    (self.lie, self.place) = (lie, place)
  }

  func alter(_ bytes: ArraySlice<UInt8>) -> SocketProxy.Altered {
    if lie.kinds.isEmpty {
      if isTold { return .goOn([]) }
      isTold = true
      return lie.told(ServerMessage("R"))
    }
    if isTold { return .goOn(Array(bytes)) }
    rest += bytes
    var passed: [UInt8] = []
    while !isTold, let message = ServerMessage(takenFrom: &rest) {
      let kind = Character(Unicode.Scalar(message.kind))
      defer { isStarted = isStarted || kind == "Z" }
      let isOfLie = lie.kinds.contains(kind) && isStarted != (lie.kinds == "S")
      // Settings have no numbers.
      guard isOfLie, lie.kinds == "S" || seen == place else {
        seen += isOfLie ? 1 : 0
        passed += message.bytes
        continue
      }
      if lie.kinds == "S" {
        guard case .goOn(let told) = lie.told(message) else { continue }
        passed += told
        continue
      }
      isTold = true
      switch lie.told(message) {
      case .goOn(let told): passed += told
      case .end(let told): return .end(passed + told)
      case .forever(let told, let again): return .forever(passed + told, again)
      case .slowly(let told, let again): return .slowly(passed + told, again)
      }
    }
    if isTold {
      passed += rest
      rest = []
    }
    return .goOn(passed)
  }
}
