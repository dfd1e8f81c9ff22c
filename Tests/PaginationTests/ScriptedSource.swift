import Pagination

/// A source whose pages a test delivers by hand.
///
/// It ignores cancellation.
@MainActor
final class ScriptedSource: PageSource {
  private struct Reading {
    let cursor: Int
    let continuation: CheckedContinuation<Page<[String], Int>, any Error>
  }

  nonisolated let firstCursor = 1

  /// The cursors of all readings so far, in order.
  private(set) var asked: [Int] = []

  private var open: [Reading] = []

  @MainActor
  func page(at cursor: Int) async throws -> Page<[String], Int> {
    asked.append(cursor)
    return try await withCheckedThrowingContinuation { continuation in
      open.append(Reading(cursor: cursor, continuation: continuation))
    }
  }

  /// Ends the oldest open reading with a page.
  func deliver(_ contents: String..., next: Int?) {
    guard !open.isEmpty else { return }
    open.removeFirst().continuation.resume(returning: Page(contents: contents, next: next))
  }

  /// Ends the oldest open reading with an error.
  func fail(_ reason: String) {
    guard !open.isEmpty else { return }
    open.removeFirst().continuation.resume(throwing: PageFailure(reason: reason))
  }
}
