extension SectionedChanges {
  /// The old offset of each element after changes, `nil` for an inserted one; `nil` if the changes do
  /// not fit.
  @_alwaysEmitIntoClient
  static func origins(
    oldCount: Int, newCount: Int, deleted: [Int], inserted: [Int], moved: [Relocation<Int>]
  ) -> [Int?]? {
    guard newCount >= 0, oldCount - deleted.count == newCount - inserted.count else { return nil }
    var isLeaving = [Bool](repeating: false, count: oldCount)
    var isTaken = [Bool](repeating: false, count: newCount)
    for offset in deleted + moved.map({ $0.from }) {
      guard isLeaving.indices.contains(offset), !isLeaving[offset] else { return nil }
      isLeaving[offset] = true
    }
    for offset in inserted + moved.map({ $0.to }) {
      guard isTaken.indices.contains(offset), !isTaken[offset] else { return nil }
      isTaken[offset] = true
    }
    var origins = [Int?](repeating: nil, count: newCount)
    for move in moved { origins[move.to] = move.from }
    let staying = isLeaving.indices.lazy.filter { !isLeaving[$0] }
    let free = isTaken.indices.lazy.filter { !isTaken[$0] }
    for (offset, origin) in zip(free, staying) { origins[offset] = origin }
    return origins
  }
}
