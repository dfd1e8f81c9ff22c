import LibraryTestSupport
import SectionedData
import SectionedViews
import Testing

/// Random lists, one after another and faster than they can be shown, on a view that checks them.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct RandomSectionsExample {
  struct Number: Identifiable, Equatable, Sendable {
    let id: Int
    var colour = 0
  }

  typealias Numbers = IdentifiedSection<SelfIdentified<Int>, Number>

  private func randomSections(_ random: inout SeededGenerator) -> [Numbers] {
    var numbers = (0..<40).shuffled(using: &random).prefix(.random(in: 0...40, using: &random))
    return (0..<6).shuffled(using: &random).prefix(.random(in: 0...6, using: &random)).map {
      title in
      let count = min(.random(in: 0...10, using: &random), numbers.count)
      defer { numbers.removeFirst(count) }
      return Numbers(
        title,
        items: numbers.prefix(count).map {
          Number(id: $0, colour: .random(in: 0...1, using: &random))
        })
    }
  }

  private func updater(_ view: ListView<Numbers>) async -> ViewUpdater<ListView<Numbers>, Int> {
    let updater = ViewUpdater<ListView<Numbers>, Int>(
      dataSource: DataSource(configuration: .init { number, _, _ in number.id }))
    view.data = { [weak updater] in updater?.dataSource.sections ?? [] }
    await updater.attach(view)
    return updater
  }

  @Test func everyStageOfEveryListIsRight() async {
    var random = SeededGenerator(seed: 7)
    let view = ListView<Numbers>()
    let updater = await updater(view)
    for _ in 0..<300 {
      let sections = randomSections(&random)
      await updater.update(to: sections)
      #expect(view.shown == sections)
    }
    #expect(view.isRight && view.stageCount > 300)
  }

  @Test func ofSeveralListsTheLastIsShown() async {
    var random = SeededGenerator(seed: 8)
    let view = ListView<Numbers>()
    let updater = await updater(view)
    let lists = (0..<300).map { _ in randomSections(&random) }
    await withTaskGroup { group in
      for list in lists { group.addTask { await updater.update(to: list) } }
      for await _ in group {}
    }
    #expect(view.isRight)
    #expect(view.shown == updater.dataSource.sections)
  }
}
