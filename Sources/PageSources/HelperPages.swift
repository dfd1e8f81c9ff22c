import Glibc
import HelperProtocol
package import ListModel
package import NameSearch
package import Pagination
import Processes

/// Names fetched page by page by a helper program `targets-from-SCHEME`.
///
/// The first request starts the helper, and so does the next one after it has ended. A crash, a
/// timeout or an invalid answer only fails the current request. The protocol is described in the
/// article *Helper programs*. Releasing the last copy of the source kills the helper.
///
/// Requests are serialized. A cancelled one returns at once, and its late answer is ignored.
package struct HelperPages: PageSource {
  /// The position of a page: the helper's cursor from the previous page.
  package struct Cursor: Hashable, Sendable {
    /// `nil` for the first page.
    var text: String?
    var page = 0
    var rows = 0

    /// The cursor at page 1, 2, 4, 8, …; meeting it again shows a cycle (Brent's algorithm).
    var landmark: String?
    var isCircular = false

    func next(_ text: String, rowCount: Int) -> Cursor {
      let page = page + 1
      return Cursor(
        text: text, page: page, rows: rows + rowCount,
        landmark: page & (page - 1) == 0 ? text : landmark, isCircular: text == landmark)
    }
  }

  package let options: [String: String]

  /// The search text; empty for all rows.
  package private(set) var query: String

  /// Identifies this source; IDs of rows are unique only within it.
  package let identity: String

  /// The field by which rows are ordered.
  package private(set) var orderColumn: OrderColumn?

  private let address: String
  private let conversation: HelperConversation
  private let limits: HelperLimits
  private let pageSize: Int

  /// Finds the helper of an address `SCHEME:…` without starting it.
  ///
  /// The address is sent over standard input, because others can read a command line. `pageSize`
  /// rows are requested at a time. The helper is part of the program `targets`, by default this one, or lies
  /// beside it or in a folder of `searchPath`, which is like `PATH`.
  ///
  /// - Throws: ``HelperError/noScheme(_:)`` or ``HelperError/missing(_:)``.
  package init(
    address: String, options: [String: String] = [:], query: String = "", pageSize: Int = 100,
    limits: HelperLimits = HelperLimits(), of targets: String = OwnProgram.path,
    searchPath: String? = nil
  ) throws(HelperError) {
    precondition(pageSize > 0, "a page has room for a row")
    let program = try HelperProgram(for: address, of: targets, searchPath: searchPath)
    self.address = address
    identity = Self.identity(of: address, options)
    self.options = options
    self.query = query
    self.pageSize = pageSize
    self.limits = limits
    conversation = HelperConversation(
      program, .init(address: address, options: options), limits: limits)
  }

  /// A digest of the address and the option `id-field`.
  ///
  /// It hides secrets in an address that is stored, though short ones can be guessed.
  private static func identity(of address: String, _ options: [String: String]) -> String {
    let scheme = address.prefix { $0 != ":" }
    let text = scheme.lowercased() + address[scheme.endIndex...]
    let field = options["id-field"].map { "\n" + $0 } ?? ""
    return digest(of: text + field)
  }

  /// A 64-bit FNV-1a digest (Fowler, Noll and Vo) of a text, in hexadecimal digits.
  static func digest(of text: String) -> String {
    let digest = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { digest, byte in
      (digest ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(digest, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The same source and helper with another search text.
  package func looking(for query: String) -> HelperPages {
    var pages = self
    pages.query = query
    return pages
  }

  /// The same source with rows ordered by a field.
  ///
  /// - Throws: ``PageSourceError/noOrderColumn(_:_:known:)`` if rows have no such field.
  package func ordered(byColumn title: String) throws(PageSourceError) -> HelperPages {
    var fields = ColumnTitles.words
    fields.section = nil
    guard let column = fields.column(called: title) else {
      throw .noOrderColumn("a paged source", title, known: fields.all)
    }
    var pages = self
    pages.orderColumn = column
    return pages
  }

  package var firstCursor: Cursor { Cursor() }

  /// Fetches a page in O(*n*), where *n* is the number of bytes of the answer.
  ///
  /// - Throws: `CancellationError`, or `PageFailure` for a ``HelperError``; both allow a retry.
  package func page(at cursor: Cursor) async throws -> Page<RowBatch, Cursor> {
    do {
      if cursor.isCircular { throw HelperError.circular }
      if cursor.page >= limits.pages { throw HelperError.endless(pages: limits.pages) }
      if cursor.rows >= limits.rows { throw HelperError.tooLong(rows: cursor.rows) }
      let page = try await conversation.page(query: query, cursor: cursor.text, limit: pageSize)
      var rows = RowBatch(page, of: identity, after: cursor.rows)
      rows.names.order(by: orderColumn)
      let count = rows.count + rows.report.leftOutCount
      return Page(contents: rows, next: page.next.map { cursor.next($0, rowCount: count) })
    } catch let error as HelperError {
      throw PageFailure(error)
    }
  }

  /// Ends the helper and waits for its exit; a later request starts it again.
  package func close() async {
    await conversation.close()
  }
}
