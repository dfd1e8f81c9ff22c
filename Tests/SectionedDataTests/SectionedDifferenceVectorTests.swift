import SectionedData
import Testing

/// The exact changes between small lists; every case is replayed as well.
struct SectionedDifferenceVectorTests {
  typealias Stages = [(StageKind, SectionedChanges)]

  private func expect(
    _ initial: [Rows], _ final: [Rows], _ stages: Stages,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let difference = try SectionedDifference(from: initial, to: final)
    #expect(difference.stages.map(\.kind) == stages.map(\.0), sourceLocation: sourceLocation)
    #expect(difference.stages.map(\.changes) == stages.map(\.1), sourceLocation: sourceLocation)
    #expect(try replayed(difference, from: initial) == final, sourceLocation: sourceLocation)
  }

  private func replayed(
    _ difference: SectionedDifference<Rows>, from initial: [Rows]
  ) throws -> [Rows] {
    var sections = initial
    for stage in difference.stages {
      sections = try NaiveReplay.apply(stage.changes, to: sections, wanted: stage.sections)
      #expect(sections == stage.sections)
    }
    return sections
  }

  // MARK: Items

  @Test func anItemIsInserted() throws {
    try expect(
      [Rows(1, [0, 1, 2])], [Rows(1, [0, 1, 2, 3])],
      [(.completion, .init(insertedItems: [path(0, 3)]))])
  }

  @Test func anItemIsDeleted() throws {
    try expect(
      [Rows(1, [0, 1, 2])], [Rows(1, [0, 2])], [(.reduction, .init(deletedItems: [path(0, 1)]))])
  }

  @Test func movingTheFirstItemToTheEndTakesOneMove() throws {
    try expect(
      [Rows(1, [0, 1, 2])], [Rows(1, [1, 2, 0])],
      [(.completion, .init(movedItems: [move((0, 0), to: (0, 2))]))])
  }

  @Test func movingTheLastItemToTheStartTakesOneMove() throws {
    try expect(
      [Rows(1, [0, 1, 2])], [Rows(1, [2, 0, 1])],
      [(.completion, .init(movedItems: [move((0, 2), to: (0, 0))]))])
  }

  @Test func anItemIsUpdated() throws {
    try expect(
      [Rows(1, [0, 1, 2])], [Rows(1, [0, Row(1, "u"), 2])],
      [(.reduction, .init(updatedItems: [path(0, 1)]))])
  }

  @Test func anItemIsUpdatedAndThenMoved() throws {
    try expect(
      [Rows(1, [0, 1, 2])], [Rows(1, [Row(1, "u"), 0, 2])],
      [
        (.reduction, .init(updatedItems: [path(0, 1)])),
        (.completion, .init(movedItems: [move((0, 1), to: (0, 0))])),
      ])
  }

  @Test func anotherIdentityAtTheSamePlaceIsNotAnUpdate() throws {
    try expect(
      [Rows(1, [0, 1, 2])], [Rows(1, [0, 7, 2])],
      [
        (.reduction, .init(deletedItems: [path(0, 1)])),
        (.completion, .init(insertedItems: [path(0, 1)])),
      ])
  }

  @Test func swappingTheEndsTakesTwoMovesNotFour() throws {
    let changes = try SectionedDifference(
      from: [Rows(1, [0, 1, 2, 3, 4])], to: [Rows(1, [4, 1, 2, 3, 0])]
    ).batch
    #expect(changes.movedItems == [move((0, 4), to: (0, 0)), move((0, 0), to: (0, 4))])
  }

  @Test func reversingFiveTakesFourMoves() throws {
    let changes = try SectionedDifference(
      from: [Rows(1, [0, 1, 2, 3, 4])], to: [Rows(1, [4, 3, 2, 1, 0])]
    ).batch
    #expect(changes.movedItems.count == 4)
  }

  // MARK: Sections

  @Test func aSectionIsInserted() throws {
    try expect(
      [Rows(1, [0, 1, 2])], [Rows(1, [0, 1, 2]), Rows(2, [3, 4, 5])],
      [(.arrangement, .init(insertedSections: [1]))])
  }

  @Test func aSectionIsDeleted() throws {
    try expect([Rows(1, [0, 1, 2])], [], [(.reduction, .init(deletedSections: [0]))])
  }

  private let three = [Rows(1, [0, 1, 2]), Rows(2, [3, 4, 5]), Rows(3, [6, 7, 8])]

  @Test func movingTheFirstSectionToTheEndTakesOneMove() throws {
    try expect(
      three, [three[1], three[2], three[0]],
      [(.arrangement, .init(movedSections: [Relocation(from: 0, to: 2)]))])
  }

  @Test func movingTheLastSectionToTheStartTakesOneMove() throws {
    try expect(
      three, [three[2], three[0], three[1]],
      [(.arrangement, .init(movedSections: [Relocation(from: 2, to: 0)]))])
  }

  @Test func reversingFourSectionsTakesThreeMoves() throws {
    let four = (1...4).map { Rows($0, []) }
    let changes = try SectionedDifference(from: four, to: four.reversed()).batch
    #expect(changes.movedSections.count == 3)
  }

  @Test func filteringDeletesSectionsAndTheWayBackInsertsThem() throws {
    let all = [Rows(1, [1, 2]), Rows(2, [3]), Rows(3, [4])]
    try expect(all, [all[1]], [(.reduction, .init(deletedSections: [0, 2]))])
    try expect([all[1]], all, [(.arrangement, .init(insertedSections: [0, 2]))])
  }

  // MARK: Both

  @Test func swappedSectionsWithNewItems() throws {
    try expect(
      [Rows(1, [1111]), Rows(2, [2222])], [Rows(2, [Row(0, "1")]), Rows(1, [])],
      [
        (.reduction, .init(deletedItems: [path(0, 0), path(1, 0)])),
        (.arrangement, .init(movedSections: [Relocation(from: 1, to: 0)])),
        (.completion, .init(insertedItems: [path(0, 0)])),
      ])
  }

  @Test func anItemMovesBetweenSwappedSections() throws {
    try expect(
      [Rows(4, [10, 11, 12]), Rows(9, [25, 26, 27])],
      [Rows(9, [Row(11, "u"), 26, Row(27, "u")]), Rows(4, [Row(10, "u"), 12])],
      [
        (
          .reduction,
          .init(
            deletedItems: [path(1, 0)], updatedItems: [path(0, 0), path(0, 1)],
            relocatedUpdates: [move((1, 2), to: (1, 1))])
        ),
        (.arrangement, .init(movedSections: [Relocation(from: 1, to: 0)])),
        (.completion, .init(movedItems: [move((1, 1), to: (0, 0))])),
      ])
  }

  @Test func itemsMoveFromADeletedToANewSection() throws {
    try expect(
      [Rows(1, [1, 2]), Rows(2, [3]), Rows(3, [4])],
      [Rows(3, [Row(4, "u"), 9]), Rows(5, [2]), Rows(1, [3, 1])],
      [
        (
          .reduction,
          .init(
            deletedSections: [1], deletedItems: [path(0, 1)],
            relocatedUpdates: [move((2, 0), to: (1, 0))])
        ),
        (.arrangement, .init(insertedSections: [1], movedSections: [Relocation(from: 1, to: 0)])),
        (.completion, .init(insertedItems: [path(0, 1), path(2, 0)])),
      ])
  }

  @Test func anItemMovesBetweenKeptSections() throws {
    try expect(
      [Rows(1, [1, 2]), Rows(2, [3])], [Rows(1, [1]), Rows(2, [2, 3])],
      [(.completion, .init(movedItems: [move((0, 1), to: (1, 0))]))])
  }

  @Test func anItemThatMovesToANewSectionIsDeleted() throws {
    try expect(
      [Rows(1, [1, 2])], [Rows(1, [1]), Rows(2, [2])],
      [
        (.reduction, .init(deletedItems: [path(0, 1)])),
        (.arrangement, .init(insertedSections: [1])),
      ])
  }

  @Test func anItemFromADeletedSectionIsInserted() throws {
    try expect(
      [Rows(1, [1]), Rows(2, [2])], [Rows(1, [1, 2])],
      [
        (.reduction, .init(deletedSections: [1])),
        (.completion, .init(insertedItems: [path(0, 1)])),
      ])
  }

  @Test func aRenamedItemInAnotherSectionTakesOneMove() throws {
    try expect(
      [Rows(1, [1, 2]), Rows(2, [3])], [Rows(1, [2]), Rows(2, [Row(1, "r"), 3])],
      [
        (.reduction, .init(updatedItems: [path(0, 0)])),
        (.completion, .init(movedItems: [move((0, 0), to: (1, 0))])),
      ])
  }

  @Test func aRenamedItemFromADeletedSectionIsNotAnUpdate() throws {
    try expect(
      [Rows(1, [1]), Rows(2, [3])], [Rows(2, [Row(1, "r"), 3])],
      [
        (.reduction, .init(deletedSections: [0])),
        (.completion, .init(insertedItems: [path(0, 0)])),
      ])
  }

  @Test func aRenamedItemInANewSectionIsNotAnUpdate() throws {
    try expect(
      [Rows(1, [1, 2])], [Rows(1, [2]), Rows(26, [Row(1, "r")])],
      [
        (.reduction, .init(deletedItems: [path(0, 0)])),
        (.arrangement, .init(insertedSections: [1])),
      ])
  }
}
