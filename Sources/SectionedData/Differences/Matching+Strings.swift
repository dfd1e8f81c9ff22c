extension Matching {
  /// Matches equal strings; this is not generic, so it is compiled once.
  @usableFromInline
  init(
    strings initial: ContiguousArray<String>, _ final: ContiguousArray<String>
  ) throws(DuplicateOffsets) {
    let quickHash = QuickHash.ofProcess
    for isQuick in [true, false] {
      let matching = try Matching(initial, final) { text in
        isQuick ? quickHash.hash(text) : text.hashValue
      }
      guard let matching else { continue }
      self = matching
      return
    }
    preconditionFailure("each string has a hash value")
  }
}
