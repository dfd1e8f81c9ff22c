/// Computes the changes between two lists from their matching.
@usableFromInline
struct ListPlan {
  @usableFromInline let deleted: [Int]
  @usableFromInline let inserted: [Int]
  @usableFromInline let moved: [Relocation<Int>]
  @usableFromInline let updated: [Relocation<Int>]

  @usableFromInline
  init(_ matching: Matching) {
    deleted = matching.finalOffsets.indices.filter { matching.finalOffsets[$0] < 0 }
    inserted = matching.initialOffsets.indices.filter { matching.initialOffsets[$0] < 0 }
    updated = matching.updated.map { offset in
      Relocation(from: Int(matching.initialOffsets[Int(offset)]), to: Int(offset))
    }
    let kept = matching.initialOffsets.indices.filter { matching.initialOffsets[$0] >= 0 }
    let order = ContiguousArray(kept.map { matching.initialOffsets[$0] })
    moved = LongestIncreasingSubsequence.others(of: order).map { position in
      Relocation(from: Int(order[position]), to: kept[position])
    }
  }
}
