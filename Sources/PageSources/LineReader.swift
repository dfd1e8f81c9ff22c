import Glibc
import ListModel
import NameSearch
import Pagination
import Threads

/// The part of ``LinePages`` that reads the inputs in order, on a thread that may block.
actor LineReader {
  /// The last page, stored for a repeated request, since a pipe can be read only once.
  private struct HeldPage {
    let cursor: LinePages.Cursor
    let page: Page<RowBatch, LinePages.Cursor>
  }

  private struct Current {
    let input: ByteInput

    /// One of these three is set: lines are names, rows with columns, or unchanged rows.
    var lines: LineSplitter?
    var rows: RowSplitter?
    var wholeLines: WholeLines?
    var sample: [UInt8] = []
    var encoding: SourceEncoding?
  }

  private static let firstPageSize = 1 << 14
  private static let largestPageSize = 1 << 20

  /// A page ends after this time even if bytes keep arriving slowly.
  private static let longestPage = Duration.milliseconds(50)

  private let executor = ThreadExecutor(label: "targets.line-reader")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The inputs, and the form of their rows.
  struct Inputs {
    let paths: [String]
    let form: InputForm
    let standardInput: Int32

    /// What messages call the descriptor that is read for the path `-`.
    let inputName: String

    /// The first input that cannot be read twice.
    let pipe: String?

    /// Whether to compute a checksum of the bytes that are read.
    let takesChecksum: Bool

    /// What messages call all inputs together: the path of a single file.
    var commonName: String { paths.count == 1 && paths[0] != "-" ? paths[0] : "input" }
  }

  private let inputs: Inputs
  private let standardInputStart: off_t?
  private let filter: NameFilter?
  private let wakeUp = WakeUp()
  private var buffer: [UInt8] = []
  private let checksum: Checksum?

  /// The rows of all inputs so far, if rows that differ are refused.
  private var rows = RepeatedRows()

  /// The error that each further call throws again.
  private var failure: PageSourceError?

  /// The rows read so far, if only the last of repeated rows counts.
  private var gathered = RowBatch()

  private var nextPath = 0
  private var headerLineCount: Int
  private var current: Current?
  private var pageSize = LineReader.firstPageSize
  private var nextCursor = LinePages.Cursor(page: 0)
  private var held: HeldPage?

  init(_ inputs: Inputs, filter: NameFilter?) {
    self.inputs = inputs
    self.filter = filter
    headerLineCount = inputs.form.headerLineCount
    checksum = inputs.takesChecksum ? Checksum() : nil
    let isFile = ByteInput.isRegularFile(inputs.standardInput)
    standardInputStart = isFile ? lseek(inputs.standardInput, 0, SEEK_CUR) : nil
  }

  var digits: String? { checksum?.digits }

  nonisolated func page(
    at cursor: LinePages.Cursor
  ) async throws -> Page<RowBatch, LinePages.Cursor> {
    try await withTaskCancellationHandler {
      try await read(cursor)
    } onCancel: {
      wakeUp.signal()
    }
  }

  private func read(_ cursor: LinePages.Cursor) throws -> Page<RowBatch, LinePages.Cursor> {
    try Task.checkCancellation()
    // Files are read again, as they may have changed; for a pipe, return the stored page.
    let isBeginning = cursor.page == 0 && nextCursor.page > 0
    if let held, held.cursor == cursor, !isBeginning || inputs.pipe != nil { return held.page }
    if isBeginning { try startOver() }
    precondition(cursor == nextCursor, "lines are read in order, page after page")
    if let failure { throw failure }

    var (lines, isAtEnd) = try readPage()
    if let columns = inputs.form.columns { (lines, isAtEnd) = try settled(lines, isAtEnd, columns) }
    nextCursor = LinePages.Cursor(page: cursor.page + 1)
    let page = Page(contents: lines, next: isAtEnd ? nil : nextCursor)
    held = HeldPage(cursor: cursor, page: page)
    pageSize = min(2 * pageSize, Self.largestPageSize)
    return page
  }

  private func readPage() throws -> (lines: RowBatch, isAtEnd: Bool) {
    var lines = RowBatch()
    do {
      let isAtEnd = try readLines(into: &lines)
      return (lines, isAtEnd)
    } catch {
      // Return the rows read before the error; the next request throws it again.
      if lines.isEmpty { throw error }
      return (lines, false)
    }
  }

  /// Refuses rows that differ, or reads to the end and keeps the last of repeated rows.
  private func settled(
    _ lines: RowBatch, _ isAtEnd: Bool, _ columns: ColumnChoice
  ) throws -> (lines: RowBatch, isAtEnd: Bool) {
    var (lines, isAtEnd) = (lines, isAtEnd)
    switch columns.repeats {
    case .kept: break
    case .refused:
      if let key = rows.add(lines.names) {
        let error = PageSourceError.differingRows(
          inputs.commonName, key, hasIDs: !columns.id.isEmpty)
        failure = error
        throw error
      }
    case .merged:
      try gather(lines)
      while !isAtEnd {
        (lines, isAtEnd) = try readPage()
        try gather(lines)
      }
      lines = gathered
      lines.names = RepeatedRows.last(of: lines.names)
      gathered = RowBatch()
    }
    if !columns.id.isEmpty, let filter { lines.names = filter.matches(in: lines.names) }
    return (lines, isAtEnd)
  }

  private func gather(_ lines: RowBatch) throws(ListTooLong) {
    guard gathered.names.hasRoom(for: lines.names) else { throw ListTooLong() }
    gathered.append(lines)
  }

  private func startOver() throws(PageSourceError) {
    if let pipe = inputs.pipe { throw .cannotStartOver(pipe) }
    nextPath = 0
    headerLineCount = inputs.form.headerLineCount
    current = nil
    checksum?.reset()
    rows = RepeatedRows()
    failure = nil
    gathered = RowBatch()
    pageSize = Self.firstPageSize
    nextCursor = LinePages.Cursor(page: 0)
    held = nil
  }

  // MARK: Reading

  /// Reads until the page is full or no more input is available; true at the end of all inputs.
  private func readLines(into lines: inout RowBatch) throws -> Bool {
    let deadline = ContinuousClock.now.advanced(by: Self.longestPage)
    var room = pageSize
    while lines.isEmpty || room > 0 {
      guard let input = try openNext() else { return true }
      if lines.isEmpty {
        try waitUntilReady(input)
      } else if !input.isRegularFile, !input.isReady || ContinuousClock.now >= deadline {
        break
      }
      room -= try readSome(of: input, atMost: room > 0 ? room : pageSize, into: &lines)
    }
    return current == nil && nextPath == inputs.paths.count
  }

  private func openNext() throws(PageSourceError) -> ByteInput? {
    if let current { return current.input }
    guard nextPath < inputs.paths.count else { return nil }
    let path = inputs.paths[nextPath]
    let input =
      path == "-"
      ? ByteInput(reading: inputs.standardInput, called: inputs.inputName, from: standardInputStart)
      : try ByteInput(opening: path)
    nextPath += 1
    let name = inputs.paths.count > 1 ? input.name : nil
    current = Current(input: input)
    if let columns = inputs.form.columns {
      current?.rows = RowSplitter(
        columns, input: input.name, location: name, filter: columns.id.isEmpty ? filter : nil)
    } else if let lines = inputs.form.lines {
      current?.wholeLines = WholeLines(
        lines, of: inputs.form, input: name, headerLineCount: headerLineCount, filter: filter)
    } else {
      current?.lines = LineSplitter(inputs.form, input: name, filter: filter)
    }
    return input
  }

  private func waitUntilReady(_ input: ByteInput) throws {
    try Task.checkCancellation()
    while !input.isReady {
      input.wait(or: wakeUp)
      // Acknowledge before checking, so that a cancellation in between is not lost.
      wakeUp.acknowledge()
      try Task.checkCancellation()
    }
  }

  private func readSome(
    of input: ByteInput, atMost size: Int, into lines: inout RowBatch
  ) throws(PageSourceError) -> Int {
    if let encoding = current?.encoding { throw .encoding(input.name, encoding) }
    if buffer.count < size { buffer = [UInt8](repeating: 0, count: size) }
    switch try input.read(into: &buffer, atMost: size) {
    case .nothingYet:
      return 0
    case .end:
      current?.lines?.finish(into: &lines)
      current?.wholeLines?.finish(into: &lines)
      headerLineCount = current?.wholeLines?.headerLineCount ?? 0
      try current?.rows?.finish(into: &lines)
      current = nil
      return 0
    case .bytes(let count):
      try inspect(buffer[..<count], of: input)
      try buffer.withUnsafeBufferPointer { (bytes) throws(PageSourceError) in
        let chunk = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[..<count]))
        checksum?.add(chunk)
        current?.lines?.add(chunk, into: &lines)
        current?.wholeLines?.add(chunk, into: &lines)
        try current?.rows?.add(chunk, into: &lines)
      }
      return count
    }
  }

  /// Detects the encoding from the first bytes of an input.
  private func inspect(
    _ bytes: ArraySlice<UInt8>, of input: ByteInput
  ) throws(PageSourceError) {
    // NULs that end names or columns say nothing about the encoding, and lines may have any bytes.
    guard !inputs.form.endsWithNUL, inputs.form.columns?.form.delimiter != [0],
      inputs.form.lines == nil, let seen = current?.sample,
      seen.count < SourceEncoding.sampleSize
    else {
      return
    }
    let sample = seen + bytes.prefix(SourceEncoding.sampleSize - seen.count)
    let encoding = SourceEncoding(of: sample)
    current?.sample = sample
    current?.encoding = encoding
    if let encoding { throw .encoding(input.name, encoding) }
  }
}
