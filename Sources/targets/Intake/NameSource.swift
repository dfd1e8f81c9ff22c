import Browser
import NameSearch
import PageSources
import Pagination
import TargetStore

/// Where the names of a run come from.
enum NameSource: Sendable {
  /// Files or a pipe.
  case lines(LinePages)

  /// A kept list.
  case kept(TargetStore, Name)

  /// Pages that a helper program fetches.
  case helper(HelperPages)

  /// Files, one after the other; `-` is standard input.
  ///
  /// All names, or only those that pass `filter`.
  static func files(
    _ paths: [String], filter: NameFilter? = nil
  ) throws(PageSourceError) -> NameSource {
    .lines(try LinePages(paths: paths, filter: filter))
  }

  /// Whether the rows are a kept list itself.
  var isKeptList: Bool {
    if case .kept = self { true } else { false }
  }

  /// Whether it can be read again from its beginning: what came through a pipe is gone.
  var canStartOver: Bool {
    if case .lines(let pages) = self { pages.canStartOver } else { true }
  }

  /// Whose rows the names are.
  var scope: FlagTable.Scope {
    switch self {
    case .lines: .source(nil)
    case .kept: .keptList
    case .helper(let pages): .source(pages.identity)
    }
  }

  /// Reads everything, and says on standard error what was left out.
  ///
  /// - Parameters:
  ///   - isStrict: Whether lines that are no names are an error.
  ///   - keptFilter: Lets the wanted names of a kept list through; lines have been filtered already.
  ///   - progress: Shows how many names were read, until all are.
  ///   - take: Takes the names in the order they come.
  /// - Throws: What the source threw; ``Failure`` when strict and something was left out.
  func readAll(
    isStrict: Bool, keptFilter: NameFilter? = nil, progress: ProgressBar? = nil,
    _ take: (NameBatch) -> Void
  ) async throws {
    var count = 0
    var report = LineReport()
    do {
      defer { progress?.erase() }
      switch self {
      case .lines(let pages):
        try await pages.readAll { page in
          take(page.contents.names)
          report.merge(page.contents.report)
          count += page.contents.nameCount
          progress?.show(count)
        }
      case .kept(let store, let list):
        try await KeptPages(store: store, list: list).readAll { page in
          let names = page.contents.names
          take(keptFilter?.matches(in: names) ?? names)
        }
      case .helper(let pages):
        let rows = try await HelperRows(of: pages)
        take(NameBatch(of: rows.rows))
        count += rows.rows.count
        report.merge(rows.report)
      }
    }
    if report.leftOutCount > 0 {
      if isStrict { throw Failure("input: \(report)") }
      complain("input: \(report)")
    } else if !isKeptList, count == 0 {
      complain("input: no names")
    }
  }
}

extension NameSource {
  /// Does something with the names; a helper that gives them has gone when this returns.
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
