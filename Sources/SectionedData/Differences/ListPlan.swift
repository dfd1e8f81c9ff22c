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
    let origins = matching.initialOffsets
    moved = LongestIncreasingSubsequence.others(
      of: origins, in: origins.indices, from: matching.finalOffsets.indices
    ).map { Relocation(from: Int(origins[$0]), to: $0) }
  }

  private static func unmatched(_ offsets: ContiguousArray<Int32>) -> [Int] {
    var unmatched: [Int] = []
    unmatched.reserveCapacity(offsets.count { $0 < 0 })
    for (offset, other) in offsets.enumerated() where other < 0 { unmatched.append(offset) }
    return unmatched
  }
}
