import ListModel
import Browser
import NameSearch
import PageSources
import Pagination
import TargetStore

enum NameSource: Sendable {
  /// Files or standard input.
  case lines(LinePages)
  case kept(TargetStore, Name)
  case helper(HelperPages)

  /// Reads files in order, `-` being standard input, and keeps only names that pass `filter`.
  ///
  /// Their lines, or what NULs end, are names, or rows that are written as `columns` says.
  static func files(
    _ paths: [String], columns: ColumnChoice? = nil, endsWithNUL: Bool = false,
    filter: NameFilter? = nil
  ) throws(PageSourceError) -> NameSource {
    .lines(
      try LinePages(paths: paths, columns: columns, endsWithNUL: endsWithNUL, filter: filter))
  }

  var isKeptList: Bool {
    if case .kept = self { true } else { false }
  }

  /// Whether rows of files have identities of their own, which the flags go by.
  var hasIdentities: Bool {
    if case .lines(let pages) = self { pages.hasIdentities } else { false }
  }

  /// False for a pipe, which cannot be read again.
  var canStartOver: Bool {
    if case .lines(let pages) = self { pages.canStartOver } else { true }
  }

  var scope: FlagTable.Scope {
    switch self {
    case .lines(let pages): .source(pages.hasIdentities ? ColumnChoice.source : nil)
    case .kept: .keptList
    case .helper(let pages): .source(pages.identity)
    }
  }

  /// Reads all names in order and reports skipped lines on standard error.
  ///
  /// `keptFilter` applies to a kept list only, since lines have been filtered before.
  ///
  /// - Throws: The errors of the source and of `process`, or ``Failure`` if `isStrict` and a line
  ///   was skipped.
  /// - Returns: The number of names read, including those that were filtered or repeated.
  @discardableResult
  func readAll(
    isStrict: Bool, keptFilter: NameFilter? = nil, progress: ProgressBar? = nil,
    _ process: (NameBatch) throws -> Void
  ) async throws -> Int {
    var count = 0
    var report = LineReport()
    do {
      defer { progress?.erase() }
      switch self {
      case .lines(let pages):
        try await pages.readAll { page in
          try process(page.contents.names)
          report.merge(page.contents.report)
          count += page.contents.nameCount
          progress?.show(count)
        }
      case .kept(let store, let list):
        try await KeptPages(store: store, list: list).readAll { page in
          let names = page.contents.names
          try process(keptFilter?.matches(in: names) ?? names)
          count += names.count
        }
      case .helper:
        preconditionFailure("a helper's rows have flags, which only `RowPrinter` prints")
      }
    }
    if !report.isEmpty {
      if isStrict { throw Failure("input: \(report)") }
      complain("input: \(report)")
    } else if !isKeptList, count == 0 {
      complain("input: no names")
    }
    return count
  }
}

extension NameSource {
  /// Runs `body` and then closes the source, so that no helper process is left.
  func whileOpen<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
      let result = try await body()
      await close()
      return result
    } catch {
      await close()
      throw error
    }
  }

  private func close() async {
    if case .helper(let pages) = self { await pages.close() }
  }
}
