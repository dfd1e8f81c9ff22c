import HelperProtocol

@testable import WebSource

/// Header fields of answers, and the addresses in them.
///
/// The input is a byte of choices, a header up to 0xFF, the name of a parameter up to 0xFF, and its value.
struct LinksTarget: FuzzTarget {
  let isControl: Bool
  private let pages: [WebAddress]

  init(isControl: Bool) throws {
    self.isControl = isControl
    pages = try ["https://a.example/list?page=1", "http://a.example:8080/x/y?q=%C3%A9&page=2#x"]
      .map { text throws(HTTPError) in try WebAddress(text) }
  }

  func run(_ input: [UInt8]) throws {
    var input = Input(input)
    let here = input.choice(pages)
    let header = input.text()
    let (name, value) = (input.text(), input.remainingText())
    try checkHeader(header, here)
    try checkReference(header, here)
    try checkParameter(name, value, here)
    try checkWait(header)
  }

  private func checkHeader(_ header: String, _ here: WebAddress) throws {
    let expected = NaiveLink.next(in: header)
    let next = LinkHeader([isControl ? header.lowercased() : header]).next
    try Fault.unless(
      next.map { Array($0.utf8) } == expected.map { Array($0.utf8) },
      "next: \(next as Any), not \(expected as Any)")
    if let next { try checkReference(next, here) }
  }

  /// Whatever a server writes, the address has http or https, and never changes from https to http.
  private func checkReference(_ reference: String, _ here: WebAddress) throws {
    let cursor = PageCursor(reference, from: here)
    // A cursor may be used again after a restart of the helper.
    for text in [cursor.text, reference] {
      guard let target = try? PageCursor(text).address(from: here) else { continue }
      try checkAddress(target)
      try Fault.unless(!here.isSecure || target.isSecure, "from https to \(target.text)")
    }
  }

  private func checkAddress(_ address: WebAddress) throws {
    let text = address.text
    try Fault.unless(
      ["http", "https"].contains(address.origin.scheme) && !address.origin.host.isEmpty,
      "leads to \(text)")
    try Fault.unless(
      text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }, "an address with \(Array(text.utf8).shown)")
    let authority = text.split(separator: "/", maxSplits: 2)[1]
    try Fault.unless(
      !authority.utf8.contains(UInt8(ascii: "@")) && !text.utf8.contains(UInt8(ascii: "#")),
      "a user or a fragment: \(text)")
    let again = try? WebAddress(text)
    try Fault.unless(again == address, "\(text) is \(again?.text as Any) when it is read again")
  }

  private func checkParameter(_ name: String, _ value: String, _ here: WebAddress) throws {
    // C strings have no NUL.
    guard !name.isEmpty, !(name + value).utf8.contains(0) else { return }
    let address = try here.setting(name, to: value)
    try checkAddress(address)
    let found = address.parameter(name)
    try Fault.unless(
      found.map { Array($0.utf8) } == Array(value.utf8), "\(name) is \(found as Any), not \(value)")
    try Fault.unless(address.origin == here.origin, "\(name) leads to \(address.text)")
    try Fault.unless(
      try address.setting(name, to: value) == address, "\(name) is set twice in \(address.text)")
  }

  private func checkWait(_ header: String) throws {
    guard let wait = RetryAfter.wait(header, now: 1_800_000_000) else { return }
    try Fault.unless(wait >= 0, "a wait of \(wait) s")
    let failure = HTTPError.status(503, "http://a.example/", wait: wait).failure
    try Fault.unless(failure.reason.utf8.count < 600, "a reason of \(failure.reason.count)")
  }
}
