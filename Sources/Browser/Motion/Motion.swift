import ListModel
import SectionedData
import TerminalText

/// The animation of rows that were just inserted, deleted, moved or changed.
///
/// A value without a clock: the caller passes the time. A change is shown for at most 160 ms, even
/// if others follow; then the rows look as if nothing had moved.
struct Motion {
  enum Change {
    case came, moved, changed
  }

  /// A deleted row that is still shown.
  private struct Ghost {
    let row: ScreenRow

    /// The row above it; `nil` at the start of the window.
    var anchor: ScreenRow.ID?

    let since: ContinuousClock.Instant
  }

  /// How long an inserted row is dim, a moved one underlined and a changed one bold.
  static let duration = Duration.milliseconds(160)

  /// How long a deleted row is shown, dim.
  static let ghostDuration = Duration.milliseconds(80)

  private var changes: [ScreenRow.ID: (change: Change, since: ContinuousClock.Instant)] = [:]
  private var ghosts: [Ghost] = []

  /// The time of the next change of the frame, or `nil` when nothing moves.
  func nextStep(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    let steps =
      changes.values.map { $0.since + Self.duration }
      + ghosts.map { $0.since + Self.ghostDuration }
    return steps.filter { $0 > now }.min()
  }

  /// Adds the changes between two windows; running animations continue.
  ///
  /// Scrolling is not animated: a row is inserted or deleted only if one of the listings lacks it.
  /// More than `limit` changes stop all animation.
  ///
  /// - Complexity: O(*h* log *n*) for windows of *h* rows of listings of *n*.
  mutating func add(
    from old: [ScreenRow], to new: [ScreenRow], of lists: (old: Listing, new: Listing), limit: Int,
    at now: ContinuousClock.Instant
  ) {
    expire(at: now)
    guard let difference = try? ListDifference(from: old, to: new) else { return stop() }
    let came = difference.inserted.map { new[$0].id }.filter { !lists.old.contains($0) }
    let went = Set(difference.deleted.map { old[$0].id }.filter { !lists.new.contains($0) })
    let moved = difference.moved.map { new[$0.to].id }
    let changed = difference.updated.map { new[$0.to].id }
    let count = came.count + went.count + moved.count + changed.count
    guard count > 0 || !ghosts.isEmpty else { return }
    guard count <= limit else { return stop() }
    let merged = interleaved(old)
    let present = Set(new.map(\.id))
    let running = Set(ghosts.map(\.row.id))
    var anchor: ScreenRow.ID?
    ghosts = merged.compactMap { row in
      if present.contains(row.id) {
        anchor = row.id
        return nil
      }
      guard running.contains(row.id) || went.contains(row.id) else { return nil }
      let since = ghosts.first { $0.row.id == row.id }?.since ?? now
      return Ghost(row: row.withoutSection, anchor: anchor, since: since)
    }
    for id in came { changes[id] = (.came, now) }
    for id in moved { changes[id] = (.moved, now) }
    for id in changed where changes[id] == nil { changes[id] = (.changed, now) }
  }

  mutating func stop() {
    self = Motion()
  }

  private mutating func expire(at now: ContinuousClock.Instant) {
    changes = changes.filter { now < $0.value.since + Self.duration }
    ghosts.removeAll { now >= $0.since + Self.ghostDuration }
  }

  /// The rows as they look at a time, with deleted rows still in place.
  ///
  /// Deleted rows do not push `kept` out of the `height` lines, but may push out rows at the end.
  func frame(
    of rows: [ScreenRow], height: Int, keeping kept: ScreenRow.ID?, at now: ContinuousClock.Instant
  ) -> [ScreenRow] {
    var current = self
    current.expire(at: now)
    current.makeRoom(in: rows, height: height, keeping: kept)
    let gone = Set(current.ghosts.map(\.row.id))
    return current.interleaved(rows).map { row in
      if gone.contains(row.id) {
        return row.styled { style in
          style.isDim = true
          style.isBold = false
          style.isReversed = false
        }
      }
      switch current.changes[row.id]?.change {
      case .came:
        return row.styled { style in
          style.isDim = true
          style.isBold = false
        }
      case .moved: return row.styled { $0.isUnderlined = true }
      case .changed:
        return row.styled { style in
          style.isBold = true
          style.isDim = false
        }
      case nil: return row
      }
    }
  }

  /// Removes the deleted rows that would push `kept` out of view.
  private mutating func makeRoom(in rows: [ScreenRow], height: Int, keeping kept: ScreenRow.ID?) {
    guard let last = rows.firstIndex(where: { $0.id == kept }) else { return }
    let before = Set(rows[..<last].map(\.id))
    var room = height - rows[...last].reduce(0) { $0 + $1.lines.count }
    ghosts.removeAll { ghost in
      guard ghost.anchor.map(before.contains) ?? true else { return false }
      room -= ghost.row.lines.count
      return room < 0
    }
  }

  /// The rows with deleted ones in place, except those whose anchor is not in view.
  private func interleaved(_ rows: [ScreenRow]) -> [ScreenRow] {
    guard !ghosts.isEmpty else { return rows }
    let places = Dictionary(grouping: ghosts, by: \.anchor)
    let first = places[nil].map { $0.map(\.row) } ?? []
    return first + rows.flatMap { row in [row] + (places[row.id]?.map(\.row) ?? []) }
  }
}
