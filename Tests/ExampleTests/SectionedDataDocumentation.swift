import SectionedData
import SectionedViews
import Testing

// The code in the documentation of SectionedData and SectionedViews, unchanged.

/// A custom section: a person with numbers.
struct PhoneBook: DifferentiableSection {
  let id: String
  var header: String
  var items: [SelfIdentified<String>]

  init(id: String, header: String, items: [SelfIdentified<String>]) {
    (self.id, self.header, self.items) = (id, header, items)
  }

  init(original: PhoneBook, items: [SelfIdentified<String>]) {
    self = original
    self.items = items
  }
}

@MainActor
final class TextView: SectionedView {
  typealias Section = IdentifiedSection<SelfIdentified<String>, SelfIdentified<String>>

  var isOnScreen = true
  var log: [String] = []

  func reload() async { log.append("reload") }

  func show(_ stage: SectionedStage<Section>, animated animations: AnimationConfiguration) async {
    for path in stage.changes.deletedItems { log.append("delete \(path), \(animations.delete)") }
    for path in stage.changes.insertedItems { log.append("insert \(path), \(animations.insert)") }
  }
}

/// A view that counts its items when a batch of updates begins, as those of UIKit do.
@MainActor
final class BatchView: SectionedView {
  typealias Section = TextView.Section

  let isOnScreen = true
  var numberOfItems: () -> Int = { 0 }
  private(set) var isRight = true
  private var count = 0

  func reload() async { count = numberOfItems() }

  func show(
    _ stage: SectionedStage<Section>, animated animations: AnimationConfiguration,
    commit: @escaping @MainActor () -> Void
  ) async {
    await performBatchUpdates {
      commit()
      deleteItems(at: stage.changes.deletedItems)
      insertItems(at: stage.changes.insertedItems)
    }
  }

  private func performBatchUpdates(_ batch: () -> Void) async {
    isRight = isRight && count == numberOfItems()
    batch()
    isRight = isRight && count == numberOfItems()
  }

  private func deleteItems(at paths: [ItemPath]) { count -= paths.count }
  private func insertItems(at paths: [ItemPath]) { count += paths.count }
}

/// Numbers up to a hundred, which are computed on request.
struct Evens: SectionModel {
  var items: EvenNumbers { EvenNumbers() }
}

struct EvenNumbers: RandomAccessCollection, Sendable {
  let startIndex = 0
  let endIndex = 50
  subscript(place: Int) -> Int { 2 * place }
}

@MainActor
struct SectionedDataDocumentation {
  private let shown = [IdentifiedSection("A", ["Ada", "Alan"]), IdentifiedSection("G", ["Grace"])]
  private let wanted = [IdentifiedSection("A", ["Alan", "Annie"])]

  @Test func sections() throws {
    let letters = [IdentifiedSection("A", ["Ada", "Alan"]), IdentifiedSection("G", ["Grace"])]
    #expect(letters == shown)
    let numbers = LazySection(
      header: SelfIdentified("Squares"),
      items: (1..<1_000_000).lazy.map { SelfIdentified($0 * $0) })
    #expect(numbers.items.count == 999_999)
    let section = ListSection(header: "Odd", items: [1, 3, 5])
    let source = DataSource<ListSection<String, [Int]>, String>(
      sections: [section], configuration: .init { number, _, _ in "\(number)" })
    #expect(try source.row(at: ItemPath(section: 0, item: 2)) == "5")
    #expect(Evens().items.count == 50)
    let book = PhoneBook(id: "ada", header: "Ada", items: [SelfIdentified("1815")])
    #expect(try SectionedDifference(from: [], to: [book]).batch.insertedSections == [0])
  }

  @Test func errors() {
    let source = DataSource<ListSection<String, [Int]>, String>(
      configuration: .init { number, _, _ in "\(number)" })
    var complaint = ""
    do throws(DataSourceError) {
      _ = try source.row(at: ItemPath(section: 3, item: 0))
    } catch {
      complaint = "\(error)"
    }
    #expect(complaint == "section offset 3 is out of range: the list has 0")
    let twice = [IdentifiedSection("A", ["Ada", "Ada"])]
    do throws(DifferenceError<String, String>) {
      _ = try SectionedDifference(from: [], to: twice)
    } catch .duplicateItem(let duplicate) {
      #expect(duplicate.side == DifferenceSide.final)
      #expect(duplicate.second == ItemPath(section: 0, item: 1))
    } catch {
      Issue.record("\(error)")
    }
    do throws(DuplicateIdentity<String, Int>) {
      _ = try ListDifference(from: twice[0].items, to: [])
    } catch {
      complaint = "\(error)"
    }
    #expect(complaint == #""Ada" is in the initial list twice: at 0 and at 1"#)
  }

  @Test func differences() throws {
    let difference = try SectionedDifference(from: shown, to: wanted)
    #expect(difference.applied(to: shown) == wanted)
    var list = shown
    for stage in difference.stages { list = stage.applied(to: list) ?? stage.sections }
    #expect(list == wanted)
    let first: SectionedStage? = difference.stages.first
    #expect(first?.sections.count == 1)
    #expect(difference.stages.map(\.kind) == [StageKind.reduction, StageKind.completion])
  }

  @Test func duplicates() throws {
    let twice = [IdentifiedSection("A", ["Ada", "Alan", "Ada"])]
    let difference = try SectionedDifference(
      from: shown, to: twice, duplicates: DuplicateChoice.first)
    #expect(difference.sections == twice.withoutDuplicates(keeping: .first))
  }

  @Test func differencesOfLists() throws {
    let (shown, wanted) = (shown[0].items, wanted[0].items)
    let difference = try ListDifference(from: shown, to: wanted)
    #expect(difference.applied(to: shown) == wanted)
  }

  @Test func changes() throws {
    let moved = [IdentifiedSection("A", ["Alan", "Ada"]), IdentifiedSection("G", ["Grace"])]
    let changes: SectionedChanges = try SectionedDifference(from: shown, to: moved).batch
    #expect(changes.movedItems.count == 1)
    let first = ItemPath(section: 0, item: 0)
    #expect(changes.movedItems == [Relocation(from: ItemPath(section: 0, item: 1), to: first)])
  }

  @Test func windows() throws {
    let end = ItemPath(section: 0, item: 1)
    let window = SectionedWindow(ItemPath(section: 0, item: 0)..<end, of: shown)
    let difference = try SectionedDifference(from: shown, in: window, to: wanted, in: window)
    #expect(difference.batch.count == 2)
  }

  @Test func views() async {
    let view = TextView()
    var complaint = ""
    var configuration = ViewUpdater<TextView, String>.Configuration()
    configuration.animations = AnimationConfiguration(insert: .fade)
    configuration.transition = { stages in
      stages.count > 2 ? ViewTransition.reload : ViewTransition.animated
    }
    configuration.onFailure = { (failure: ViewUpdateFailure<String, String>) in
      complaint = "\(failure)"
    }
    let source = DataSource<TextView.Section, String>(
      configuration: .init { name, _, _ in name.id })
    let updater = ViewUpdater<TextView, String>(dataSource: source, configuration: configuration)
    await updater.attach(view)
    let update: ViewUpdate = await updater.update(to: shown)
    #expect(update == .reload)
    await updater.update(to: wanted)
    #expect(view.log.first == "reload" && view.log.count == 3 && complaint.isEmpty)
    let lists = AsyncStream { continuation in
      continuation.yield(shown)
      continuation.finish()
    }
    await updater.follow(lists) { $0 }
    #expect(updater.dataSource.sections == shown)
  }

  @Test func batches() async {
    let view = BatchView()
    let updater = ViewUpdater<BatchView, String>(
      dataSource: DataSource(sections: shown, configuration: .init { name, _, _ in name.id }))
    view.numberOfItems = { updater.dataSource.sections.map(\.items.count).reduce(0, +) }
    await updater.attach(view)
    await updater.update(to: [IdentifiedSection("A", ["Ada", "Annie"]), shown[1]])
    #expect(view.isRight)
  }
}
