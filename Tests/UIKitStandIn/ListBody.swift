/// The common part of the table and the collection view: what they show, and how it changes.
///
/// Like the views of UIKit, it asks for the numbers of rows when a batch begins, if its layout is
/// not up to date, and otherwise uses those that it knows. Instead of raising an exception, it
/// records the fault.
@MainActor
final class ListBody {
  /// What the rows of each section show now.
  private(set) var shown: [[String]] = []

  /// Violations of an ``UpdateRule``.
  private(set) var faults: [String] = []

  /// Whether the numbers of rows are read again at the next opportunity.
  private var isLayoutDue = true

  private var batch: UpdateBatch?

  /// The numbers of rows in the data source.
  var counts: () -> [Int] = { [] }

  /// The text of a row in the data source.
  var cell: (Int, Int) -> String = { _, _ in "" }

  func reload() { isLayoutDue = true }

  /// Does what the run loop does before drawing.
  func layOut() {
    guard isLayoutDue else { return }
    isLayoutDue = false
    shown = counts().enumerated().map { section, count in (0..<count).map { cell(section, $0) } }
  }

  func performBatch(_ updates: () -> Void) {
    layOut()
    batch = UpdateBatch(before: shown.map(\.count))
    updates()
    guard var batch else { return }
    self.batch = nil
    batch.after = counts()
    for rule in UpdateRule.all {
      let found = rule.faults(batch)
      guard found.isEmpty else {
        faults += found
        return reload()  // UIKit would have ended the program.
      }
    }
    show(batch)
  }

  /// Adds to the current batch, or makes a batch of a single change.
  func change(_ change: (inout UpdateBatch) -> Void) {
    if batch == nil {
      performBatch { self.change(change) }
    } else {
      batch.map { open in
        var open = open
        change(&open)
        batch = open
      }
    }
  }

  private func show(_ batch: UpdateBatch) {
    let reloaded = Set(batch.reloadedRows)
    shown = batch.sectionOrigins.enumerated().map { section, origin in
      guard let origin, !batch.reloadedSections.contains(origin) else {
        return (0..<batch.after[section]).map { cell(section, $0) }
      }
      return batch.rowOrigins(ofSection: section, from: origin).enumerated().map { row, place in
        guard let place, !reloaded.contains(place) else { return cell(section, row) }
        return shown[place.section][place.row]
      }
    }
  }
}
