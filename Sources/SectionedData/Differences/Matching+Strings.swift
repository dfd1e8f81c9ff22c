extension Matching {
  /// Matches equal strings; this is not generic, so it is compiled once.
  @usableFromInline
  init(
    strings initial: ContiguousArray<String>, _ final: ContiguousArray<String>
  ) throws(DuplicateOffsets) {
    let quickHash = QuickHash.ofProcess
    func matching(isQuick: Bool) throws(DuplicateOffsets) -> Matching? {
      try Matching(initial, final) { isQuick ? quickHash.hash($0) : $0.hashValue }
    }
    if let matching = try matching(isQuick: true) {
      self = matching
    } else if let matching = try matching(isQuick: false) {
      self = matching
    } else {
      preconditionFailure("each string has a hash value")
    }
  }
}
