import ListModel
import PageSources
import Pagination
import TestSupport

/// A helper program that consists of a few lines of a script, for the scheme `test`.
struct ScriptedHelper {
  let directory = TemporaryDirectory()

  /// Writes the program; a shell script reads its requests line by line into `line`, with the
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
    // Another process makes the file: a file that this process has open for writing could be
    // inherited by a program of another test, and could not be executed until that ends.
    _ = try ProgramRun(
      "/usr/bin/install", ["-m", "755", draft, directory.path("targets-from-\(scheme)")])
  }

  /// The path that the program would have beside the helper.
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

  /// The names of all pages; with `retryingFailures`, failed pages are requested again.
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
