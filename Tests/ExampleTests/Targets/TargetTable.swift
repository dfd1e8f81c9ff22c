import Foundation
import SectionedData
import SectionedViews
import UIKitStandIn

@MainActor
final class TargetTable: NSObject, UITableViewDataSource, SectionedView {
  let view: UITableView
  let updater = ViewUpdater<TargetTable, String>(dataSource: targetSource())
  private var source: DataSource<Letter, String> { updater.dataSource }

  init(view: UITableView) {
    self.view = view
    super.init()
    view.register(UITableViewCell.self, forCellReuseIdentifier: "target")
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
    view.reloadSections(IndexSet(changes.updatedSections.map(\.from)), with: .none)
    view.deleteSections(IndexSet(changes.deletedSections), with: .fade)
    view.insertSections(IndexSet(changes.insertedSections), with: .fade)
    for move in changes.movedSections { view.moveSection(move.from, toSection: move.to) }
    view.deleteRows(at: changes.deletedItems.map(IndexPath.init), with: .fade)
    view.insertRows(at: changes.insertedItems.map(IndexPath.init), with: .fade)
    view.reloadRows(at: changes.updatedItems.map { IndexPath($0.from) }, with: .none)
    for move in changes.movedItems {
      view.moveRow(at: IndexPath(move.from), to: IndexPath(move.to))
    }
  }

  func numberOfSections(in view: UITableView) -> Int { source.numberOfSections }

  func tableView(_ view: UITableView, numberOfRowsInSection section: Int) -> Int {
    (try? source.numberOfItems(inSection: section)) ?? 0
  }

  func tableView(_ view: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    let cell = view.dequeueReusableCell(withIdentifier: "target", for: path)
    var content = UIListContentConfiguration.cell()
    content.text = try? source.row(at: ItemPath(path))
    cell.contentConfiguration = content
    return cell
  }
}

extension TargetTable {
  func tableView(_ view: UITableView, titleForHeaderInSection section: Int) -> String? {
    try? source.headerTitle(ofSection: section)
  }

  func tableView(_ view: UITableView, canEditRowAt path: IndexPath) -> Bool {
    (try? source.canEdit(at: ItemPath(path))) ?? false
  }

  func sectionIndexTitles(for view: UITableView) -> [String]? { source.indexTitles }

  func tableView(
    _ view: UITableView, sectionForSectionIndexTitle title: String, at index: Int
  ) -> Int {
    (try? source.section(forIndexTitle: title, at: index)) ?? 0
  }
}
