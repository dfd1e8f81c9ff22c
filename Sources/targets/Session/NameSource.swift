import NameIndex
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
  static func files(_ paths: [String]) throws(PageSourceError) -> NameSource {
    .lines(try LinePages(paths: paths))
  }

  /// Whether the rows are a kept list itself.
  var isKeptList: Bool {
    if case .kept = self { true } else { false }
  }

  /// Reads everything, and says on standard error what was left out.
  ///
  /// - Parameters:
  ///   - isStrict: Whether lines that are no names are an error.
  ///   - progress: Shows how many names were read, until all are.
  /// - Returns: The names in the order they came, in batches.
  /// - Throws: What the source threw; ``Failure`` when strict and something was left out.
  func readAll(isStrict: Bool, progress: ProgressBar? = nil) async throws -> [NameBatch] {
    var names: [NameBatch] = []
    var count = 0
    var report = LineReport()
    do {
      defer { progress?.erase() }
      switch self {
      case .lines(let pages):
        try await Self.readAll(pages) { page in
          names.append(page.names)
          report.merge(page.report)
          count += page.names.count
          progress?.show(count)
        }
      case .kept(let store, let list):
        try await Self.readAll(KeptPages(store: store, list: list)) { page in
          names.append(page.names)
        }
      case .helper(let pages):
        let rows = try await HelperRows(of: pages)
        names.append(rows.names)
        report.merge(rows.report)
      }
    }
    if report.leftOutCount > 0 {
      if isStrict { throw Failure("input: \(report)") }
      complain("input: \(report)")
    } else if !isKeptList, names.allSatisfy(\.isEmpty) {
      complain("input: no names")
    }
    return names
  }

  private static func readAll<Source: PageSource>(
    _ source: Source, _ take: (Source.Contents) -> Void
  ) async throws {
    var cursor: Source.Cursor? = source.firstCursor
    while let here = cursor {
      let page = try await source.page(at: here)
      take(page.contents)
      cursor = page.next
    }
  }
}
