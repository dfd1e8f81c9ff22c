import Foundation
import LibraryTestSupport
import SectionedData
import SectionedViews
import Testing
import UIKitStandIn

/// A list on the stand-in for a collection view, whose updates may be wrong in several ways.
@MainActor
private final class Shelf: NSObject, UICollectionViewDataSource, SectionedView {
  typealias Section = Rows

  let view = UICollectionView()
  let isOnScreen = true
  var list: () -> [Rows] = { [] }

  override init() {
    super.init()
    view.register(UICollectionViewListCell.self, forCellWithReuseIdentifier: "row")
    view.dataSource = self
  }

  func reload() async { view.reloadData() }

  func show(
    _ stage: SectionedStage<Rows>, animated animations: AnimationConfiguration,
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

  func apply(_ changes: SectionedChanges) {
    view.deleteSections(IndexSet(changes.deletedSections))
    view.insertSections(IndexSet(changes.insertedSections))
    view.reloadSections(IndexSet(changes.updatedSections.map(\.from)))
    for move in changes.movedSections { view.moveSection(move.from, toSection: move.to) }
    view.deleteItems(at: changes.deletedItems.map(Self.path))
    view.insertItems(at: changes.insertedItems.map(Self.path))
    view.reloadItems(at: changes.updatedItems.map { Self.path($0.from) })
    for move in changes.movedItems {
      view.moveItem(at: Self.path(move.from), to: Self.path(move.to))
    }
  }

  private static func path(_ path: ItemPath) -> IndexPath {
    IndexPath(item: path.item, section: path.section)
  }

  func numberOfSections(in collectionView: UICollectionView) -> Int { list().count }

  func collectionView(
    _ collectionView: UICollectionView, numberOfItemsInSection section: Int
  ) -> Int { list()[section].items.count }

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    let cell = view.dequeueReusableCell(withReuseIdentifier: "row", for: indexPath)
    let row = list()[indexPath.section].items[indexPath.item]
    cell.contentConfiguration = .cell()
    cell.contentConfiguration?.text = "\(row.id)\(row.value)"
    return cell
  }
}

/// A view that begins its batch before the data changes; our views once had this fault.
@MainActor
private final class EarlyShelf: SectionedView {
  let shelf = Shelf()
  let isOnScreen = true

  func reload() async { await shelf.reload() }

  func show(_ stage: SectionedStage<Rows>, animated animations: AnimationConfiguration) async {
    await shelf.show(stage, animated: animations) {}
  }
}

/// Random lists on a view with the rules of UIKit: a story has one or a few updates.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct UpdateRuleTests {
  private func shown(_ list: [Rows]) -> [[String]] {
    list.map { $0.items.map { "\($0.id)\($0.value)" } }
  }

  /// The number of stories in all blocks: `UPDATE_STORIES`, or fewer.
  private static let storyCount =
    ProcessInfo.processInfo.environment["UPDATE_STORIES"].flatMap(Int.init) ?? 10_000

  /// Makes the layout due before an update, as when a list is reloaded or a device is rotated.
  private func turn(_ view: UICollectionView, _ random: inout SeededGenerator) {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: view.setNeedsLayout()
    case 1: view.layoutIfNeeded()
    default: break
    }
  }

  @Test(arguments: 0..<20)
  func everyStageObeysTheRules(block: Int) async {
    let shelf = Shelf()
    let updater = ViewUpdater<Shelf, Int>(
      dataSource: DataSource(configuration: .init { row, _, _ in row.id }))
    shelf.list = { [unowned updater] in updater.dataSource.sections }
    await updater.attach(shelf)
    var random = SeededGenerator(seed: UInt64(block))
    var list = RandomSections.list(using: &random)
    for story in 0..<(Self.storyCount / 20) {
      turn(shelf.view, &random)
      await updater.update(to: list)
      guard shelf.view.faults.isEmpty, shelf.view.shown == shown(list) else {
        Issue.record("block \(block), story \(story): \(shelf.view.faults)")
        return
      }
      list =
        story.isMultiple(of: 50)
        ? RandomSections.list(using: &random) : RandomSections.edited(list, using: &random)
    }
  }

  // MARK: The rules find what is wrong

  @Test func dataChangedBeforeTheBatchIsDetected() async {
    let early = EarlyShelf()
    let updater = ViewUpdater<EarlyShelf, Int>(
      dataSource: DataSource(configuration: .init { row, _, _ in row.id }))
    early.shelf.list = { [unowned updater] in updater.dataSource.sections }
    await updater.attach(early)
    var random = SeededGenerator(seed: 1)
    var list = RandomSections.list(using: &random)
    for _ in 0..<100 where early.shelf.view.faults.isEmpty {
      turn(early.shelf.view, &random)
      await updater.update(to: list)
      list = RandomSections.edited(list, using: &random)
    }
    #expect(!early.shelf.view.faults.isEmpty)
  }

  /// Shows changes that violate the rules, up to a hundred times.
  private func faults(
    _ changes: (SectionedDifference<Rows>) -> [(SectionedChanges, [Rows])]
  ) throws -> [String] {
    let shelf = Shelf()
    var random = SeededGenerator(seed: 2)
    var list = RandomSections.list(using: &random)
    var shown = list
    shelf.list = { shown }
    for _ in 0..<100 where shelf.view.faults.isEmpty {
      shelf.view.layoutIfNeeded()
      let next = RandomSections.edited(list, using: &random)
      for (changes, sections) in changes(try SectionedDifference(from: list, to: next)) {
        shelf.view.performBatchUpdates {
          shown = sections
          shelf.apply(changes)
        }
      }
      list = next
    }
    return shelf.view.faults
  }

  @Test func allChangesInOneBatchAreDetected() throws {
    #expect(try faults { [($0.batch, $0.sections)] } != [])
  }

  @Test func aHeaderReloadedWithItsRowsIsDetected() throws {
    let found = try faults { difference in
      var steps = difference.stages.map { ($0.changes, $0.sections) }
      if steps.count > 1, difference.stages[0].kind == .retitling,
        difference.stages[1].kind == .reduction
      {
        steps[1].0.updatedSections = steps.removeFirst().0.updatedSections
      }
      return steps
    }
    #expect(found != [])
  }

  @Test func unchangedStagesAreRight() throws {
    #expect(try faults { $0.stages.map { ($0.changes, $0.sections) } } == [])
  }

  struct Wrong: Sendable {
    let fault: String
    let change: @Sendable @MainActor (UICollectionView) -> Void
  }

  /// One batch for each rule, on two sections of two rows; the data source does not change them.
  nonisolated static let wrong = [
    Wrong(fault: "row (0, 2) does not exist before the update") { view in
      view.reloadItems(at: [IndexPath(item: 2, section: 0)])
    },
    Wrong(fault: "section 2 does not exist after the update") { view in
      view.insertSections([2])
    },
    Wrong(fault: "attempt to delete, reload or move row (0, 0) twice") { view in
      view.reloadItems(at: [IndexPath(item: 0, section: 0)])
      view.moveItem(at: IndexPath(item: 0, section: 0), to: IndexPath(item: 1, section: 0))
    },
    Wrong(fault: "attempt to insert or move section 1 twice") { view in
      view.insertSections([1])
      view.moveSection(0, toSection: 1)
    },
    Wrong(fault: "attempt to change row (1, 1) of a section that changes itself") { view in
      view.reloadSections([1])
      view.deleteItems(at: [IndexPath(item: 1, section: 1)])
    },
    Wrong(fault: "attempt to bring row (1, 1) into a section that changes itself") { view in
      view.reloadSections([1])
      view.insertItems(at: [IndexPath(item: 1, section: 1)])
    },
    Wrong(fault: "invalid number of sections: 2 after, 2 before, 0 inserted, 1 deleted") { view in
      view.deleteSections([1])
    },
    Wrong(fault: "invalid number of rows in section 0: 2 after, 2 before, 0 coming, 1 leaving") {
      $0.deleteItems(at: [IndexPath(item: 1, section: 0)])
    },
  ]

  @Test(arguments: wrong.indices)
  func eachRuleDetectsItsFault(number: Int) {
    let shelf = Shelf()
    shelf.list = { [Rows(0, [0, 1]), Rows(1, [2, 3])] }
    shelf.view.layoutIfNeeded()
    shelf.view.performBatchUpdates { Self.wrong[number].change(shelf.view) }
    #expect(shelf.view.faults.contains(Self.wrong[number].fault))
  }
}
