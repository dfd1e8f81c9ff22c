import LibraryTestSupport
import SectionedData
import Testing

/// A difference turns the old list into the new one, and refuses any other list.
struct ApplyingTests {
  @Test(arguments: 0..<10)
  func applyingGivesTheWantedList(block: UInt64) throws {
    for seed in block * 200..<(block + 1) * 200 {
      var random = SeededGenerator(seed: seed)
      let initial = rows(using: &random)
      let final = rows(using: &random)
      let difference = try ListDifference(from: initial, to: final)
      let bridged = try #require(difference.collectionDifference(from: initial))
      guard difference.applied(to: initial) == final, initial.applying(bridged) == final,
        difference.applied(to: initial + [99]) == nil
      else {
        Issue.record("seed \(seed)")
        return
      }
    }
  }

  @Test func theStandardLibrarySeesAnUpdateAsAMoveToTheSamePlace() throws {
    let (old, new): ([Row], [Row]) = ([1, 2], [1, Row(2, "u")])
    let bridged = try ListDifference(from: old, to: new).collectionDifference(from: old)
    let changes = try #require(bridged).map { $0 }
    #expect(
      changes == [
        .remove(offset: 1, element: 2, associatedWith: 1),
        .insert(offset: 1, element: Row(2, "u"), associatedWith: 1),
      ])
  }

  @Test func aListOfAnotherShapeIsRefused() throws {
    let old = [Rows(1, [1, 2]), Rows(2, [3])]
    let new = [Rows(2, [3, 1]), Rows(3, [])]
    let difference = try SectionedDifference(from: old, to: new)
    #expect(difference.applied(to: old) == new)
    #expect(difference.applied(to: [old[0]]) == nil)
    #expect(difference.applied(to: [Rows(1, []), Rows(2, [])]) == nil)
  }

  @Test func changesThatContradictThemselvesAreRefused() {
    let list = [Rows(1, [1, 2])]
    for changes: SectionedChanges in [
      .init(deletedItems: [path(0, 2)], insertedItems: [path(0, 1)]),
      .init(deletedItems: [path(1, 0)]),
      .init(deletedItems: [path(0, 0), path(0, 0)], insertedItems: [path(0, 0), path(0, 1)]),
      .init(insertedItems: [path(4, 0)]), .init(movedItems: [move((0, 7), to: (0, 0))]),
      .init(deletedSections: [3], insertedSections: [0]), .init(updatedItems: [path(0, 9)]),
    ] {
      let stage = SectionedStage(kind: .completion, changes: changes, sections: list)
      #expect(stage.applied(to: list) == nil, "\(changes)")
    }
  }

  @Test func aValueThatDoesNotEqualItselfIsAlwaysAnUpdate() throws {
    struct Reading: Identifiable, Equatable {
      let id: Int
      var value = Double.nan
    }
    let list = [
      IdentifiedSection(header: Reading(id: 0), items: [Reading(id: 1), Reading(id: 2, value: 1)])
    ]
    let difference = try SectionedDifference(from: list, to: list)
    #expect(difference.batch == .init(updatedSections: [0], updatedItems: [path(0, 0)]))
    #expect(difference.stages.map(\.kind) == [.retitling, .reduction])
  }

  @Test func sectionsOfStringsNeedOnlyTheirTexts() throws {
    let old = [IdentifiedSection("A", ["Ada", "Alan"])]
    #expect(old[0].header.id == "A" && old[0].items.map(\.id) == ["Ada", "Alan"])
    let rows = IdentifiedSection("A", items: [Row(1), Row(2)])
    #expect(rows.items == [1, 2])
  }

  @Test func aLazySectionIsComparedAndKeepsItsStepsBetween() throws {
    let old = [squares("a", 0..<9), squares("b", 20..<30)]
    let new = [squares("b", 20..<31), squares("a", 1..<9)]
    let difference = try SectionedDifference(from: old, to: new)
    #expect(difference.batch.deletedItems == [path(0, 0)])
    #expect(difference.batch.insertedItems == [path(0, 10)])
    let shown = try #require(difference.applied(to: old))
    #expect(shown.map { $0.items.map(\.id) } == new.map { $0.items.map(\.id) })
    #expect(
      difference.stages.map { $0.sections.map(\.items.count) } == [[8, 10], [10, 8], [11, 8]])
  }

  private func squares(
    _ title: String, _ numbers: Range<Int>
  ) -> LazySection<SelfIdentified<String>, LazyMapCollection<Range<Int>, SelfIdentified<Int>>> {
    LazySection(
      header: SelfIdentified(title),
      items: (0..<numbers.count).lazy.map { SelfIdentified((numbers.lowerBound + $0) * 7) })
  }

  private func rows(using random: inout SeededGenerator) -> [Row] {
    (0..<12).shuffled(using: &random).prefix(Int.random(in: 0...10, using: &random)).map {
      Row($0, Bool.random(using: &random) ? "u" : "")
    }
  }
}
