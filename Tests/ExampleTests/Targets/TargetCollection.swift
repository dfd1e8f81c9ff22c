import Foundation
import SectionedData
import SectionedViews
import UIKitStandIn

@MainActor
final class TargetCollection: NSObject, UICollectionViewDataSource, SectionedView {
  let view: UICollectionView
  let updater = ViewUpdater<TargetCollection, String>(dataSource: targetSource())

  init(view: UICollectionView) {
    self.view = view
    super.init()
    view.register(UICollectionViewListCell.self, forCellWithReuseIdentifier: "target")
    view.dataSource = self
  }

  var isOnScreen: Bool { view.window != nil }

  func reload() async { view.reloadData() }

  func show(
    _ stage: SectionedStage<Letter>, animated animations: AnimationConfiguration,
    commit: @escaping @MainActor () -> Void
  ) async {
    await withCheckedContinuation { shown in
      view.performBatchUpdates {
        commit()
        self.apply(stage.changes)
      } completion: { _ in
        shown.resume()
      }
    }
  }

  private func apply(_ changes: SectionedChanges) {
    view.reloadSections(IndexSet(changes.updatedSections.map(\.from)))
    view.deleteSections(IndexSet(changes.deletedSections))
    view.insertSections(IndexSet(changes.insertedSections))
    for move in changes.movedSections { view.moveSection(move.from, toSection: move.to) }
    view.deleteItems(at: changes.deletedItems.map(IndexPath.init))
    view.insertItems(at: changes.insertedItems.map(IndexPath.init))
    view.reloadItems(at: changes.updatedItems.map { IndexPath($0.from) })
    for move in changes.movedItems {
      view.moveItem(at: IndexPath(move.from), to: IndexPath(move.to))
    }
  }

  func numberOfSections(in view: UICollectionView) -> Int { updater.dataSource.numberOfSections }

  func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    (try? updater.dataSource.numberOfItems(inSection: section)) ?? 0
  }

  func collectionView(
    _ view: UICollectionView, cellForItemAt path: IndexPath
  ) -> UICollectionViewCell {
    let cell = view.dequeueReusableCell(withReuseIdentifier: "target", for: path)
    var content = UIListContentConfiguration.cell()
    content.text = try? updater.dataSource.row(at: ItemPath(path))
    cell.contentConfiguration = content
    return cell
  }
}

extension IndexPath {
  init(_ path: ItemPath) { self.init(item: path.item, section: path.section) }
}

extension ItemPath {
  init(_ path: IndexPath) { self.init(section: path.section, item: path.item) }
}
