import Glibc
package import NameSearch
package import Pagination

/// Names from files and pipes, a line each, as pages.
///
/// A page is what there is to read: at first as little as fills a screen, then up to a mebibyte. A
/// slow producer's lines are given on as they come, and nothing happens while it is silent. Reading
/// blocks no thread that other tasks need, and ends when its task is cancelled; what was read by
/// then is in the next page that is asked for. At most a few megabytes are kept, however long the
/// lines are.
package struct LinePages: PageSource {
  /// A page's place, counted from the first.
  package struct Cursor: Hashable, Sendable {
    let page: Int
  }

  private let reader: LineReader

  /// What comes through a pipe, which gives its bytes only once.
  private let pipe: String?

  /// Makes the source; of files it only looks whether they are there and can be read.
  ///
  /// - Parameters:
  ///   - paths: Files in the order they are read; `-` is standard input.
  ///   - filter: Lets the wanted names through: pages are of these alone, and come far quicker than all
  ///     would; `nil` for all names.
  ///   - standardInput: What to read for `-`; it must stay open as long as the source is used.
  /// - Throws: ``PageSourceError`` for the first file that is missing, a directory or unreadable.
  package init(
    paths: [String], filter: NameFilter? = nil, standardInput: Int32 = 0
  ) throws(PageSourceError) {
    var pipe: String?
    for path in paths {
      if path == "-" {
        if !ByteInput.isRegularFile(standardInput) { pipe = pipe ?? standardInputName }
      } else if try !Self.isRegularFile(path) {
        pipe = pipe ?? path
      }
    }
    self.pipe = pipe
    reader = LineReader(
      paths: paths, standardInput: standardInput, pipe: pipe, filter: filter)
  }

  /// Whether the first page can be asked for again after others: not when something is a pipe.
  package var canStartOver: Bool { pipe == nil }

  private static func isRegularFile(_ path: String) throws(PageSourceError) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
      throw PageSourceError(errno, input: path)
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw .directory(path) }
    return status.st_mode & S_IFMT == S_IFREG
  }

  /// The first page.
  package var firstCursor: Cursor { Cursor(page: 0) }

  /// Reads the page at `cursor`, waiting for it if need be.
  ///
  /// - Parameter cursor: The first one, that of the page before, or again the last one asked for:
  ///   then the answer is the same.
  /// - Returns: The names of one or more lines; of none only at the end.
  /// - Throws: ``PageSourceError``, after which the same page can be tried again, and
  ///   `CancellationError`.
  /// - Precondition: No page is left out.
  /// - Complexity: O(*n*), where *n* is the number of bytes read.
  package func page(at cursor: Cursor) async throws -> Page<NameLines, Cursor> {
    try await reader.page(at: cursor)
  }
}
