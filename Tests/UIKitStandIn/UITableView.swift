public import Foundation

/// Says what a table view shows.
@MainActor
public protocol UITableViewDataSource: AnyObject {
  func numberOfSections(in tableView: UITableView) -> Int
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
  func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool
  func sectionIndexTitles(for tableView: UITableView) -> [String]?
  func tableView(
    _ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int
  ) -> Int
}

/// A cell of a table view.
@MainActor
open class UITableViewCell {
  /// What the cell shows.
  public var contentConfiguration: UIListContentConfiguration?

  /// Makes an empty cell.
  public required init() {}
}

/// A stand-in for the table view of UIKit.
public final class UITableView: UIView {
  /// How rows come and go.
  public enum RowAnimation: Sendable { case automatic, fade, none }

  /// The object that determines what is shown.
  public weak var dataSource: (any UITableViewDataSource)? { didSet { connect() } }

  private var cells: [String: UITableViewCell.Type] = [:]

  private func connect() {
    body.counts = { [unowned self] in
      guard let dataSource else { return [] }
      return (0..<dataSource.numberOfSections(in: self)).map {
        dataSource.tableView(self, numberOfRowsInSection: $0)
      }
    }
    body.cell = { [unowned self] section, row in
      let path = IndexPath(row: row, section: section)
      return dataSource?.tableView(self, cellForRowAt: path).contentConfiguration?.text ?? ""
    }
    body.reload()
  }

  /// Sets the type of cell for a name.
  public func register(_ cell: UITableViewCell.Type, forCellReuseIdentifier name: String) {
    cells[name] = cell
  }

  /// Makes a cell of the type that was registered for the name.
  public func dequeueReusableCell(
    withIdentifier name: String, for path: IndexPath
  ) -> UITableViewCell {
    guard let cell = cells[name] else { preconditionFailure("no cell is registered as \(name)") }
    return cell.init()
  }

  /// Inserts sections at positions after the batch.
  public func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
    body.change { $0.insertedSections += sections }
  }

  /// Deletes sections at positions before the batch.
  public func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
    body.change { $0.deletedSections += sections }
  }

  /// Shows sections again, by their positions before the batch.
  public func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
    body.change { $0.reloadedSections += sections }
  }

  /// Moves a section from its position before the batch to one after it.
  public func moveSection(_ section: Int, toSection newSection: Int) {
    body.change { $0.movedSections.append((section, newSection)) }
  }

  /// Inserts rows at positions after the batch.
  public func insertRows(at paths: [IndexPath], with animation: RowAnimation) {
    body.change { $0.insertedRows += paths.map(\.place) }
  }

  /// Deletes rows at positions before the batch.
  public func deleteRows(at paths: [IndexPath], with animation: RowAnimation) {
    body.change { $0.deletedRows += paths.map(\.place) }
  }

  /// Shows rows again, by their positions before the batch.
  public func reloadRows(at paths: [IndexPath], with animation: RowAnimation) {
    body.change { $0.reloadedRows += paths.map(\.place) }
  }

  /// Moves a row from its position before the batch to one after it.
  public func moveRow(at path: IndexPath, to newPath: IndexPath) {
    body.change { $0.movedRows.append((path.place, newPath.place)) }
  }
}
