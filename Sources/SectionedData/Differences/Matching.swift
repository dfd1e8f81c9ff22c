/// The correspondence of elements between two lists, by offset; -1 for none.
@usableFromInline
@frozen
struct Matching {
  /// The final offset of each initial element.
  @usableFromInline var finalOffsets: ContiguousArray<Int32>

  /// The initial offset of each final element.
  @usableFromInline var initialOffsets: ContiguousArray<Int32>

  /// The final offsets of elements with another value, ascending.
  @usableFromInline var updated: ContiguousArray<Int32> = []

  /// Makes a matching in which nothing matches.
  @_alwaysEmitIntoClient
  init(initialCount: Int, finalCount: Int) {
    precondition(
      initialCount + finalCount < Int(Int32.max), "two lists of 2³¹ elements are not compared")
    finalOffsets = ContiguousArray(repeating: -1, count: initialCount)
    initialOffsets = ContiguousArray(repeating: -1, count: finalCount)
  }

  @_alwaysEmitIntoClient
  mutating func match(initial: Int, final: Int) {
    finalOffsets[initial] = Int32(truncatingIfNeeded: final)
    initialOffsets[final] = Int32(truncatingIfNeeded: initial)
  }

  /// The initial offsets of elements with another value, ascending.
  func updatedOrigins() -> ContiguousArray<Int> {
    var isUpdated = [Bool](repeating: false, count: updated.isEmpty ? 0 : finalOffsets.count)
    for offset in updated { isUpdated[Int(initialOffsets[Int(offset)])] = true }
    var origins: ContiguousArray<Int> = []
    origins.reserveCapacity(updated.count)
    for offset in isUpdated.indices where isUpdated[offset] { origins.append(offset) }
    return origins
  }
}
