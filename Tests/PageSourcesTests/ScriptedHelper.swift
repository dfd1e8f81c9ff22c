import ListModel
import PageSources
import Pagination
import TestSupport

/// A helper program that is a few lines of a script, for the scheme `test`.
struct ScriptedHelper {
  let directory = TemporaryDirectory()

  /// Writes the program; a script in shell reads its requests line by line into `line`, with the
  /// number of the page in `id` and its cursor in `cursor`.
  init(shell body: String, preparing first: String = "") throws {
    try self.init(
      """
      #!/bin/sh
      \(first)
      while IFS= read -r line; do
        id=$(printf '%s' "$line" | sed -n 's/.*"id":\\([0-9]*\\).*/\\1/p')
        cursor=$(printf '%s' "$line" | sed -n 's/.*"cursor":"\\([^"]*\\).*/\\1/p')
        [ -n "$id" ] || continue
        \(body)
      done
      """)
  }

  init(_ script: String, scheme: String = "test") throws {
    let draft = try directory.write(script, to: "draft")
    // Another program makes the file: one that is open for writing here could be so for a moment
    // in a program that another test starts, and cannot be run as long.
    _ = try ProgramRun(
      "/usr/bin/install", ["-m", "755", draft, directory.path("targets-from-\(scheme)")])
  }

  /// Where the program would be, beside which the helper lies.
  var targets: String { directory.path("targets") }

  func pages(
    _ address: String = "test:", query: String = "", pageSize: Int = 100,
    limits: HelperLimits = HelperLimits()
  ) throws(HelperError) -> HelperPages {
    try HelperPages(
      address: address, query: query, pageSize: pageSize, limits: limits,
      of: targets, searchPath: "/usr/bin:/bin")
  }
}

extension HelperPages {
  /// The first page.
  func firstPage() async throws -> Page<RowBatch, Cursor> {
    try await page(at: firstCursor)
  }

  /// The names of all pages; a failed page is asked for again and again.
  func allNames(retryingFailures: Bool = false) async throws -> [[String]] {
    var names: [[String]] = []
    var next: Cursor? = firstCursor
    while let here = next {
      do {
        let page = try await page(at: here)
        names.append(page.contents.originals)
        next = page.next
      } catch let failure as PageFailure where retryingFailures && failure.mayPass {}
    }
    return names
  }
}

extension PageFailure {
  fileprivate var mayPass: Bool { retryAdvice != .never }
}
