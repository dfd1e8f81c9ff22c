/// Computes the changes between two lists from their matching.
@usableFromInline
@frozen
struct ListPlan {
  @usableFromInline let deleted: [Int]
  @usableFromInline let inserted: [Int]
  @usableFromInline let moved: [Relocation<Int>]
  @usableFromInline let updated: [Relocation<Int>]

  @usableFromInline
  init(_ matching: Matching) {
    deleted = Self.unmatched(matching.finalOffsets)
    inserted = Self.unmatched(matching.initialOffsets)
    updated = matching.updated.map { offset in
      Relocation(from: Int(matching.initialOffsets[Int(offset)]), to: Int(offset))
    }
    moved = Self.moves(
      matching.initialOffsets, kept: matching.initialOffsets.count - inserted.count)
  }

  private static func unmatched(_ offsets: ContiguousArray<Int32>) -> [Int] {
    var unmatched: [Int] = []
    unmatched.reserveCapacity(offsets.count { $0 < 0 })
    for (offset, other) in offsets.enumerated() where other < 0 { unmatched.append(offset) }
    return unmatched
  }

  private static func moves(
    _ initialOffsets: ContiguousArray<Int32>, kept count: Int
  ) -> [Relocation<Int>] {
    var (kept, order): ([Int], ContiguousArray<Int32>) = ([], [])
    kept.reserveCapacity(count)
    order.reserveCapacity(count)
    for (offset, origin) in initialOffsets.enumerated() where origin >= 0 {
      kept.append(offset)
      order.append(origin)
    }
    return LongestIncreasingSubsequence.others(of: order).map { position in
      Relocation(from: Int(order[position]), to: kept[position])
    }
  }
}
