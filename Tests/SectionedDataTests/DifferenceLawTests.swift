import LibraryTestSupport
import SectionedData
import Testing

/// Random sectioned lists, compared and replayed; ten blocks of a thousand seeds.
struct DifferenceLawTests {
  private static let seedsPerBlock = 1_000

  @Test(arguments: 0..<10)
  func theStagesLeadToTheWantedList(block: Int) throws {
    for seed in seeds(of: block) {
      var random = SeededGenerator(seed: seed)
      let initial = RandomSections.list(using: &random)
      let final = RandomSections.edited(initial, using: &random)
      let difference = try SectionedDifference(from: initial, to: final)
      var sections = initial
      for stage in difference.stages {
        let before = sections
        sections = try NaiveReplay.apply(stage.changes, to: sections, wanted: stage.sections)
        guard sections == stage.sections else { return fail(seed, "\(stage.kind)") }
        guard saysWhereUpdatesGo(stage.changes, before, sections) else {
          return fail(seed, "updates of \(stage.kind)")
        }
        guard stage.applied(to: before) == sections else { return fail(seed, "applied") }
      }
      guard sections == final, difference.sections == final else { return fail(seed, "end") }
      let batch = try NaiveReplay.apply(difference.batch, to: initial, wanted: final)
      guard batch == final else { return fail(seed, "batch") }
      guard difference.applied(to: initial) == final,
        saysWhereUpdatesGo(difference.batch, initial, final)
      else { return fail(seed, "batch applied") }
      guard isWellFormed(difference) else { return fail(seed, "form") }
      guard difference.isEmpty == (initial == final) else { return fail(seed, "empty") }
    }
  }

  @Test(arguments: 0..<10)
  func theNumberOfMovesIsMinimal(block: Int) throws {
    for seed in seeds(of: block) where seed.isMultiple(of: 5) {
      var random = SeededGenerator(seed: seed)
      let initial = RandomSections.list(using: &random)
      let final = RandomSections.edited(initial, using: &random)
      let batch = try SectionedDifference(from: initial, to: final).batch
      let fewest = NaiveMoves(from: initial, to: final)
      guard batch.movedSections.count == fewest.sections, batch.movedItems.count == fewest.items
      else { return fail(seed, "\(batch)") }
    }
  }

  @Test(arguments: 0..<10)
  func anOrderKeyChangesNothing(block: Int) throws {
    for seed in seeds(of: block) where seed.isMultiple(of: 5) {
      var random = SeededGenerator(seed: seed)
      let whole = RandomSections.ordered(using: &random)
      let initial = RandomSections.filtered(whole, using: &random)
      let final = RandomSections.filtered(whole, using: &random)
      let merged = try SectionedDifference(from: initial, to: final, orderedBy: { $0.id })
      let hashed = try SectionedDifference(from: initial, to: final)
      guard merged.stages == hashed.stages, merged.batch == hashed.batch else {
        return fail(seed, "\(merged.batch) is not \(hashed.batch)")
      }
    }
  }

  @Test(arguments: 0..<10)
  func duplicatesAreFoundWhereANaiveSearchFindsThem(block: Int) {
    for seed in seeds(of: block) where seed.isMultiple(of: 5) {
      var random = SeededGenerator(seed: seed)
      let initial = RandomSections.withDuplicates(using: &random)
      let final = RandomSections.withDuplicates(using: &random)
      let expected =
        NaiveDuplicates.sections(initial, .initial) ?? NaiveDuplicates.sections(final, .final)
        ?? NaiveDuplicates.items(initial, .initial) ?? NaiveDuplicates.items(final, .final)
      var found: SectionedDifference<Rows>.Failure?
      do throws(SectionedDifference<Rows>.Failure) {
        _ = try SectionedDifference(from: initial, to: final)
      } catch {
        found = error
      }
      guard found == expected else {
        return fail(seed, "\(String(describing: found)) for \(String(describing: expected))")
      }
    }
  }

  private func seeds(of block: Int) -> Range<UInt64> {
    UInt64(block * Self.seedsPerBlock)..<UInt64((block + 1) * Self.seedsPerBlock)
  }

  private func fail(_ seed: UInt64, _ reason: String) {
    Issue.record("seed \(seed): \(reason)")
  }

  /// Whether the stages are in order, none of them is empty, and every array ascends.
  private func isWellFormed(_ difference: SectionedDifference<Rows>) -> Bool {
    let order = difference.stages.map { StageKind.allCases.firstIndex(of: $0.kind) ?? -1 }
    return ascends(order)
      && (difference.stages.map(\.changes) + [difference.batch]).allSatisfy { changes in
        ascends(changes.deletedSections) && ascends(changes.updatedSections.map(\.from))
          && ascends(changes.insertedSections) && ascends(changes.movedSections.map(\.to))
          && ascends(changes.deletedItems) && ascends(changes.updatedItems.map(\.from))
          && ascends(changes.insertedItems) && ascends(changes.movedItems.map(\.to))
      }
      && difference.stages.allSatisfy { !$0.changes.isEmpty }
  }

  /// Whether updates lead from an identity to the same one with another value.
  private func saysWhereUpdatesGo(
    _ changes: SectionedChanges, _ before: [Rows], _ after: [Rows]
  ) -> Bool {
    changes.updatedSections.allSatisfy { update in
      before[update.from].id == after[update.to].id
        && before[update.from].header != after[update.to].header
    }
      && changes.updatedItems.allSatisfy { update in
        let old = before[update.from.section].items[update.from.item]
        let new = after[update.to.section].items[update.to.item]
        return old.id == new.id && old != new
      }
  }

  private func ascends<Place: Comparable>(_ places: [Place]) -> Bool {
    zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
  }
}
