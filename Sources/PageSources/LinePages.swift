import Glibc
package import ListModel
package import NameSearch
package import Pagination

/// Names from the lines of files and pipes, or from a column of their rows.
///
/// A page contains what can be read at once: at first about a screenful, later up to 1 MiB. Lines
/// of a slow producer are returned as they arrive. Waiting blocks no thread of the task pool and
/// ends when the task is cancelled; the bytes read by then are in the next page. Memory stays
/// within a few megabytes, however long the lines are.
package struct LinePages: PageSource {
  package struct Cursor: Hashable, Sendable {
    let page: Int
  }

  private let inputs: LineReader.Inputs
  private let reader: LineReader

  /// Whether rows have their own IDs, from a column.
  package let hasIdentities: Bool

  /// Whether a column gives the revisions of rows.
  package let hasRevisions: Bool

  /// How lines are shown if rows are unchanged lines; `nil` if rows are names.
  package var lineForm: LineForm? { inputs.form.columns == nil ? inputs.form.lines : nil }

  /// The first input that cannot be read twice.
  private let pipe: String?

  /// Checks that the files exist and are readable, without reading them.
  ///
  /// The path `-` is the descriptor `standardInput`, which must stay open while the source is in use; messages call it
  /// `inputName`. With `takesChecksum`, ``checksum`` is that of the bytes that are read.
  ///
  /// - Throws: ``PageSourceError`` for the first file that is missing, a directory or unreadable.
  package init(
    paths: [String], form: InputForm = InputForm(), standardInput: Int32 = 0,
    inputName: String = "standard input", takesChecksum: Bool = false
  ) throws(PageSourceError) {
    var pipe: String?
    for path in paths {
      if path == "-" {
        if !ByteInput.isRegularFile(standardInput) { pipe = pipe ?? inputName }
      } else if try !Self.isRegularFile(path) {
        pipe = pipe ?? path
      }
    }
    self.pipe = pipe
    hasIdentities = form.columns?.id.isEmpty == false
    hasRevisions = form.columns?.revision != nil
    inputs = LineReader.Inputs(
      paths: paths, form: form, standardInput: standardInput, inputName: inputName,
      pipe: pipe, takesChecksum: takesChecksum)
    reader = LineReader(inputs, filter: nil)
  }

  /// The same inputs, before anything was read, with rows ordered by a column.
  ///
  /// - Throws: ``PageSourceError`` for lines without columns. For other rows, the first page throws it.
  package func ordered(byColumn title: String) throws(PageSourceError) -> LinePages {
    var form = inputs.form
    guard form.columns != nil else {
      let first = inputs.paths.first
      throw .noOrderColumn(
        first == "-" ? inputs.inputName : first ?? "the input", title, known: [])
    }
    form.columns?.order = title
    return try LinePages(
      paths: inputs.paths, form: form, standardInput: inputs.standardInput,
      inputName: inputs.inputName, takesChecksum: inputs.takesChecksum)
  }

  private init(_ pages: LinePages, filter: NameFilter) {
    (inputs, pipe) = (pages.inputs, pages.pipe)
    (hasIdentities, hasRevisions) = (pages.hasIdentities, pages.hasRevisions)
    reader = LineReader(inputs, filter: filter)
  }

  /// The same inputs, before anything was read, with only the names that match.
  ///
  /// This is much faster than returning all.
  package func filtered(by filter: NameFilter) -> LinePages { LinePages(self, filter: filter) }

  /// The checksum of all bytes so far, in the order of the inputs; `nil` if it is not computed.
  package var checksum: String? {
    get async { await reader.digits }
  }

  /// Whether the first page can be read again: false if an input is a pipe.
  package var canStartOver: Bool { pipe == nil }

  private static func isRegularFile(_ path: String) throws(PageSourceError) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
      throw PageSourceError(errno, input: path)
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw .directory(path) }
    return status.st_mode & S_IFMT == S_IFREG
  }

  package var firstCursor: Cursor { Cursor(page: 0) }

  /// Reads a page in O(*n*), where *n* is the number of bytes; it is empty only at the end.
  ///
  /// `cursor` must be the first or the next one, or the last one again: that returns the same page.
  ///
  /// - Throws: `CancellationError` or ``PageSourceError``; both allow a retry.
  package func page(at cursor: Cursor) async throws -> Page<RowBatch, Cursor> {
    try await reader.page(at: cursor)
  }
}
