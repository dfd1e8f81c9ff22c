public import Foundation

/// Says what a collection view shows.
@MainActor
public protocol UICollectionViewDataSource: AnyObject {
  func numberOfSections(in collectionView: UICollectionView) -> Int

  func collectionView(
    _ collectionView: UICollectionView, numberOfItemsInSection section: Int
  ) -> Int

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell
}

/// A cell of a collection view.
@MainActor
open class UICollectionViewCell {
  /// What the cell shows.
  public var contentConfiguration: UIListContentConfiguration?

  /// Makes an empty cell.
  public required init() {}
}

/// A cell that shows a row of a list.
public final class UICollectionViewListCell: UICollectionViewCell {}

/// A stand-in for the collection view of UIKit.
public final class UICollectionView: UIView {
  /// The object that determines what is shown.
  public weak var dataSource: (any UICollectionViewDataSource)? { didSet { connect() } }

  private var cells: [String: UICollectionViewCell.Type] = [:]

  private func connect() {
    body.counts = { [unowned self] in
      guard let dataSource else { return [] }
      return (0..<dataSource.numberOfSections(in: self)).map {
        dataSource.collectionView(self, numberOfItemsInSection: $0)
      }
    }
    body.cell = { [unowned self] section, item in
      let path = IndexPath(item: item, section: section)
      let cell = dataSource?.collectionView(self, cellForItemAt: path)
      return cell?.contentConfiguration?.text ?? ""
    }
    body.reload()
  }

  /// Sets the type of cell for a name.
  public func register(_ cell: UICollectionViewCell.Type, forCellWithReuseIdentifier name: String) {
    cells[name] = cell
  }

  /// Makes a cell of the type that was registered for the name.
  public func dequeueReusableCell(
    withReuseIdentifier name: String, for path: IndexPath
  ) -> UICollectionViewCell {
    guard let cell = cells[name] else { preconditionFailure("no cell is registered as \(name)") }
    return cell.init()
  }

  /// Inserts sections at positions after the batch.
  public func insertSections(_ sections: IndexSet) {
    body.change { $0.insertedSections += sections }
  }

  /// Deletes sections at positions before the batch.
  public func deleteSections(_ sections: IndexSet) {
    body.change { $0.deletedSections += sections }
  }

  /// Shows sections again, by their positions before the batch.
  public func reloadSections(_ sections: IndexSet) {
    body.change { $0.reloadedSections += sections }
  }

  /// Moves a section from its position before the batch to one after it.
  public func moveSection(_ section: Int, toSection newSection: Int) {
    body.change { $0.movedSections.append((section, newSection)) }
  }

  /// Inserts items at positions after the batch.
  public func insertItems(at paths: [IndexPath]) {
    body.change { $0.insertedRows += paths.map(\.place) }
  }

  /// Deletes items at positions before the batch.
  public func deleteItems(at paths: [IndexPath]) {
    body.change { $0.deletedRows += paths.map(\.place) }
  }

  /// Shows items again, by their positions before the batch.
  public func reloadItems(at paths: [IndexPath]) {
    body.change { $0.reloadedRows += paths.map(\.place) }
  }

  /// Moves an item from its position before the batch to one after it.
  public func moveItem(at path: IndexPath, to newPath: IndexPath) {
    body.change { $0.movedRows.append((path.place, newPath.place)) }
  }
}
