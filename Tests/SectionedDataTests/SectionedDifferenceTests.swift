import LibraryTestSupport
import SectionedData
import Testing

struct SectionedDifferenceTests {
  @Test func aChangedHeaderIsAnUpdateOfTheSection() throws {
    let final = [Rows(1, [1], title: "new")]
    let difference = try SectionedDifference(from: [Rows(1, [1], title: "old")], to: final)
    #expect(difference.stages.map(\.changes) == [.init(updatedSections: [0])])
    #expect(difference.stages.last?.sections == final)
    #expect(difference.batch == .init(updatedSections: [0]))
  }

  @Test func aNewHeaderIsUsedFromTheFirstStageOn() throws {
    let difference = try SectionedDifference(
      from: [Rows(1, [1, 2], title: "old"), Rows(2, [])],
      to: [Rows(2, []), Rows(1, [1, 3], title: "new")])
    #expect(
      difference.stages.map(\.sections) == [
        [Rows(1, [1, 2], title: "new"), Rows(2, [])],
        [Rows(1, [1], title: "new"), Rows(2, [])],
        [Rows(2, []), Rows(1, [1], title: "new")],
        [Rows(2, []), Rows(1, [1, 3], title: "new")],
      ])
  }

  @Test func equalListsHaveNoStagesButTheNewValues() throws {
    final class Instance {}
    struct Same: Identifiable, Equatable {
      let id = 1
      let instance: Instance
      static func == (_: Same, _: Same) -> Bool { true }
    }
    let (old, new) = (Instance(), Instance())
    let header = SelfIdentified("A")
    let difference = try SectionedDifference(
      from: [IdentifiedSection(header: header, items: [Same(instance: old)])],
      to: [IdentifiedSection(header: header, items: [Same(instance: new)])])
    #expect(difference.isEmpty)
    #expect(difference.batch.isEmpty)
    #expect(difference.sections[0].items[0].instance === new)
  }

  @Test func theBatchHasTheFinalPathsOfUpdatedItems() throws {
    let difference = try SectionedDifference(
      from: [Rows(1, [0, 1, 2])], to: [Rows(1, [Row(2, "u"), 0, Row(1, "u")])])
    #expect(difference.batch.updatedItems == [move((0, 1), to: (0, 2)), move((0, 2), to: (0, 0))])
    #expect(difference.batch.count == 3)
  }

  @Test func anOrderKeyGivesTheSameResultAsHashing() throws {
    let all = [Rows(1, [1, 2, 3]), Rows(2, [4, 5]), Rows(3, [6])]
    let some = [Rows(1, [Row(2, "u")]), Rows(3, [6, 7])]
    for (initial, final) in [(all, some), (some, all), (all, all.reversed())] {
      let hashed = try SectionedDifference(from: initial, to: final)
      let merged = try SectionedDifference(from: initial, to: final, orderedBy: \.id)
      #expect(merged.stages == hashed.stages)
      #expect(merged.batch == hashed.batch)
    }
  }

  @Test func anEqualKeyOfAnotherIdentityIsAnotherItem() throws {
    let difference = try SectionedDifference(
      from: [Rows(1, [Row(1, "a"), Row(2, "b")])], to: [Rows(1, [Row(1, "a"), Row(3, "b")])],
      orderedBy: \.value)
    #expect(difference.batch == .init(deletedItems: [path(0, 1)], insertedItems: [path(0, 1)]))
  }

  // MARK: Duplicates

  typealias Failure = SectionedDifference<Rows>.Failure

  @Test func aDuplicateItemIsFoundInOneSectionOrTwoOnEitherSide() {
    let clean = [Rows(1, [7]), Rows(2, [8])]
    let same = [Rows(1, [5, 1111, 1111]), Rows(2, [])]
    let across = [Rows(1, [5, 1111]), Rows(2, [6, 1111])]
    for (twice, second) in [(same, path(0, 2)), (across, path(1, 1))] {
      let initial = Failure.duplicateItem(
        .init(identity: 1111, first: path(0, 1), second: second, side: .initial))
      let final = Failure.duplicateItem(
        .init(identity: 1111, first: path(0, 1), second: second, side: .final))
      #expect(throws: initial) { try SectionedDifference(from: twice, to: clean) }
      #expect(throws: final) { try SectionedDifference(from: clean, to: twice) }
      #expect(throws: initial) { try SectionedDifference(from: twice, to: twice) }
      #expect(throws: final) {
        try SectionedDifference(from: [Rows(1, [1111, 5])], to: twice)
      }
      #expect(throws: final) {
        try SectionedDifference(from: clean, to: twice, orderedBy: \.id)
      }
    }
  }

  @Test func aDuplicateSectionIsFoundOnEitherSide() {
    let twice = [Rows(1, [1111]), Rows(1, [1112])]
    let initial = Failure.duplicateSection(
      .init(identity: 1, first: 0, second: 1, side: .initial))
    let final = Failure.duplicateSection(.init(identity: 1, first: 0, second: 1, side: .final))
    #expect(throws: initial) { try SectionedDifference(from: twice, to: []) }
    #expect(throws: final) { try SectionedDifference(from: [], to: twice) }
    #expect(throws: final) { try SectionedDifference(from: [Rows(1, [])], to: twice) }
    #expect(throws: initial) { try SectionedDifference(from: twice, to: twice) }
  }

  @Test(arguments: UInt64(0)..<200)
  func theChosenDuplicateIsKept(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let twice = RandomSections.withDuplicates(using: &random)
    for choice in [DuplicateChoice.first, .last] {
      var expected: [Rows] = []
      var sections: Set<Int> = []
      var items: Set<Int> = []
      for section in choice == .first ? twice : twice.reversed()
      where sections.insert(section.id).inserted {
        var kept = section
        kept.items = []
        for item in choice == .first ? section.items : section.items.reversed()
        where items.insert(item.id).inserted {
          kept.items.append(item)
        }
        if choice == .last { kept.items.reverse() }
        expected.append(kept)
      }
      if choice == .last { expected.reverse() }
      #expect(twice.withoutDuplicates(keeping: choice) == expected)
      let difference = try SectionedDifference(
        from: [Rows(1, [1])], to: twice, duplicates: choice)
      #expect(difference.sections == expected)
      #expect(difference.applied(to: [Rows(1, [1])]) == expected)
    }
    #expect(twice.withoutDuplicates(keeping: .error) == twice)
  }

  @Test func theChoiceOfDuplicatesAppliesOnlyToTheFinalList() {
    let twice = [Rows(1, [7, 7])]
    #expect(throws: Failure.self) {
      try SectionedDifference(from: twice, to: [], duplicates: .first)
    }
    #expect(throws: Failure.self) {
      try SectionedDifference(from: [], to: twice, duplicates: .error)
    }
  }

  @Test func aDuplicateIsDescribedWithBothPlaces() {
    let error = Failure.duplicateItem(
      .init(identity: 7, first: path(0, 1), second: path(2, 0), side: .final))
    #expect("\(error)" == "item 7 is in the final list twice: at (0, 1) and at (2, 0)")
  }

  // MARK: Rebuilding

  private struct Doubling: DifferentiableSection {
    var header: Int { 0 }
    let id: Int
    let items: [Row]
    init(id: Int, items: [Row]) {
      self.id = id
      self.items = items
    }
    init(original: Self, items: [Row]) {
      self.init(id: original.id, items: items + items)
    }
  }

  private struct Renaming: DifferentiableSection {
    var header: Int { 0 }
    let id: Int
    let items: [Row]
    init(id: Int, items: [Row]) {
      self.id = id
      self.items = items
    }
    init(original: Self, items: [Row]) {
      self.init(id: -1, items: items)
    }
  }

  @Test func aRebuildThatDoublesTheItemsIsAnErrorEvenIfNothingChanged() {
    let sections = [Doubling(id: 1, items: [1111])]
    let rebuild = Failure.Rebuild(
      expectedSection: 1, section: 1, expectedItems: [1111], items: [1111, 1111])
    #expect(throws: Failure.invalidRebuild(rebuild)) {
      try SectionedDifference(from: sections, to: sections)
    }
  }

  @Test func aRebuildWithAnotherIdentityIsAnErrorEvenIfNothingChanged() {
    let sections = [Renaming(id: 1, items: [1111])]
    let rebuild = Failure.Rebuild(
      expectedSection: 1, section: -1, expectedItems: [1111], items: [1111])
    #expect(throws: Failure.invalidRebuild(rebuild)) {
      try SectionedDifference(from: sections, to: sections)
    }
    #expect(
      "\(Failure.invalidRebuild(rebuild))"
        == "section 1 was given 1 items and became section -1 with 1, or changed itself")
  }
}
