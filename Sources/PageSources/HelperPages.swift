import Glibc
import HelperProtocol
import NameSearch
package import Pagination

/// Names that a helper program fetches: `targets-from-SCHEME`, one page after the other.
///
/// The helper is started with the first page that is asked for, and anew after it has ended. What
/// it does wrong (dies, hangs, writes too much or rubbish) costs the page that was asked for. It
/// speaks the protocol of the article *Helper programs*. It is killed when the last copy of the
/// source is let go, or ends by itself after ``close()``.
///
/// Only one page is fetched at a time: a request waits for the one before it, which answers at once
/// when its task is cancelled. The helper is told so, and a late answer is dropped.
package struct HelperPages: PageSource {
  /// A page's place: what the helper gave out with the page before.
  package struct Cursor: Hashable, Sendable {
    /// `nil` for the first page.
    var text: String?
    var page = 0
    var rows = 0

    /// The cursor some pages ago; it moves on with every power of two pages, so that in a list
    /// that goes round in circles it is met again (Brent's algorithm).
    var landmark: String?
    var isCircular = false

    /// The cursor of the page after this one.
    func next(_ text: String, rowCount: Int) -> Cursor {
      let page = page + 1
      return Cursor(
        text: text, page: page, rows: rows + rowCount,
        landmark: page & (page - 1) == 0 ? text : landmark, isCircular: text == landmark)
    }
  }

  /// What the helper is asked for, by the names it gives to its options.
  package let options: [String: String]

  /// What is looked for; empty for everything.
  package let query: String

  /// Tells this source from others: what a row is known by counts only within it.
  package let identity: String

  private let address: String
  private let conversation: HelperConversation
  private let limits: HelperLimits
  private let pageSize: Int
  private let rowLimit: Int

  /// Finds the helper of an address; it is not started yet.
  ///
  /// - Parameters:
  ///   - address: `SCHEME:` and whatever the helper makes of the rest. The whole of it goes to the
  ///     helper's standard input, never onto its command line, where others could read it.
  ///   - options: What goes to the helper besides.
  ///   - query: What the helper is to look for if it can.
  ///   - pageSize: How many rows are asked for at a time.
  ///   - rowLimit: How many rows are taken in all.
  ///   - limits: What the helper may take.
  ///   - directory: Where it is looked for first; by default where this program lies.
  ///   - searchPath: Where it is looked for next, folders as in `PATH`.
  /// - Throws: ``HelperError/noScheme(_:)`` or ``HelperError/missing(_:)``.
  /// - Precondition: Page size and row limit are positive.
  package init(
    address: String, options: [String: String] = [:], query: String = "", pageSize: Int = 100,
    rowLimit: Int = .max, limits: HelperLimits = HelperLimits(), beside directory: String? = nil,
    searchPath: String? = nil
  ) throws(HelperError) {
    precondition(pageSize > 0 && rowLimit > 0, "a page has room for a row")
    let program = try HelperProgram(
      for: address, beside: directory ?? HelperProgram.ownDirectory,
      searchPath: searchPath)
    self.address = address
    identity = Self.identity(of: address, options)
    self.options = options
    self.query = query
    self.pageSize = pageSize
    self.rowLimit = rowLimit
    self.limits = limits
    conversation = HelperConversation(
      program, .init(address: address, options: options), limits: limits)
  }

  private init(_ other: HelperPages, query: String) {
    address = other.address
    identity = other.identity
    options = other.options
    self.query = query
    pageSize = other.pageSize
    rowLimit = other.rowLimit
    limits = other.limits
    conversation = other.conversation
  }

  /// A digest of the address and of what is taken for a row's identity: FNV-1a in 64 bits (Fowler, Noll
  /// and Vo).
  ///
  /// An address may hold secrets and is not to be kept as it is. A digest keeps them out of sight; it does
  /// not keep a short one from being guessed.
  private static func identity(of address: String, _ options: [String: String]) -> String {
    let scheme = address.prefix { $0 != ":" }
    let text = scheme.lowercased() + address[scheme.endIndex...]
    let field = options["id-field"].map { "\n" + $0 } ?? ""
    let digest = (text + field).utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { digest, byte in
      (digest ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(digest, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The same source, by the same helper, looking for something else.
  package func looking(for query: String) -> HelperPages {
    HelperPages(self, query: query)
  }

  /// The first page.
  package var firstCursor: Cursor { Cursor() }

  /// Fetches the page at `cursor`.
  ///
  /// - Throws: `PageFailure` with what ``HelperError`` says, after which the same page can be asked
  ///   for again, and `CancellationError`.
  /// - Complexity: O(*n*), where *n* is the number of bytes of the answer.
  package func page(at cursor: Cursor) async throws -> Page<SourceRows, Cursor> {
    do {
      if cursor.isCircular { throw HelperError.circular }
      if cursor.page >= limits.pages { throw HelperError.endless(pages: limits.pages) }
      if cursor.rows >= limits.rows { throw HelperError.tooLong(rows: cursor.rows) }
      let room = rowLimit - cursor.rows
      let page = try await conversation.page(
        query: query, cursor: cursor.text, limit: min(pageSize, room))
      let rows = SourceRows(page, of: identity, atMost: room, after: cursor.rows)
      let count = rows.notes.count + rows.lines.report.leftOutCount
      let isLast = count >= room
      return Page(
        contents: rows, next: isLast ? nil : page.next.map { cursor.next($0, rowCount: count) })
    } catch let error as HelperError {
      throw PageFailure(error)
    }
  }

  /// Ends the helper and returns when it has gone; another page starts it anew.
  package func close() async {
    await conversation.close()
  }
}
