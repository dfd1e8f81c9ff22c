import SectionedData
import TerminalText

/// What is moving on the screen: rows that have just come, gone, moved or changed.
///
/// A value without a clock: it is told what changes when, and says what rows look like at some time after. A
/// change is to be seen for 160 ms at most, however many others follow it; then the rows look as if nothing had
/// ever moved.
struct Motion {
  /// What has happened to a row that is there.
  enum Change {
    case came, moved, changed
  }

  /// A row that is there no more, and where it was.
  private struct Ghost {
    let row: ScreenRow

    /// The row it stood behind; `nil` for the first.
    var anchor: ScreenRow.ID?

    let since: ContinuousClock.Instant
  }

  /// How long a row that has come is dim, and one that has moved or changed is marked.
  static let duration = Duration.milliseconds(160)

  /// How long one that has gone is to be seen, dim.
  static let ghostDuration = Duration.milliseconds(80)

  private var changes: [ScreenRow.ID: (change: Change, since: ContinuousClock.Instant)] = [:]
  private var ghosts: [Ghost] = []

  /// The time of the next step, or `nil` when all is still.
  func nextStep(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    let steps =
      changes.values.map { $0.since + Self.duration }
      + ghosts.map { $0.since + Self.ghostDuration }
    return steps.filter { $0 > now }.min()
  }

  /// Takes in what one window differs from the next by; what is moving already goes on.
  ///
  /// Rows that scroll into view or out of it do not move: only those that the lists do not share do.
  ///
  /// - Parameters:
  ///   - old: The rows in view so far.
  ///   - new: The rows in view from now on.
  ///   - lists: What the windows show parts of.
  ///   - limit: More changes than this are not shown, and none of those before.
  ///   - now: The time of the change.
  /// - Complexity: O(*h* log *n*) for windows of *h* rows of lists of *n*.
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

  /// Comes to the end at once.
  mutating func stop() {
    self = Motion()
  }

  /// Forgets what has come to its end.
  private mutating func expire(at now: ContinuousClock.Instant) {
    changes = changes.filter { now < $0.value.since + Self.duration }
    ghosts.removeAll { now >= $0.since + Self.ghostDuration }
  }

  /// How rows look at a time: with those among them that are on their way out, as far as there is room.
  ///
  /// - Parameters:
  ///   - rows: The rows in view as they are to stay.
  ///   - height: The lines there are.
  ///   - kept: A row that is not to be pushed out of view.
  ///   - now: The time.
  /// - Returns: The rows, of which those at the end may be out of view.
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

  /// Lets go of those on their way out who would push a row out of view.
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

  /// The rows with those that have gone in their places; one whose place is not in view is not shown.
  private func interleaved(_ rows: [ScreenRow]) -> [ScreenRow] {
    guard !ghosts.isEmpty else { return rows }
    let places = Dictionary(grouping: ghosts, by: \.anchor)
    let first = places[nil].map { $0.map(\.row) } ?? []
    return first + rows.flatMap { row in [row] + (places[row.id]?.map(\.row) ?? []) }
  }
}
