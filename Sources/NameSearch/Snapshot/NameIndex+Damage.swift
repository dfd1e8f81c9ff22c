extension NameIndex {
  /// Whether a block of the snapshot that the index came from was found to be damaged.
  ///
  /// Then results may be wrong, also those of indexes made from this one, and the names must be
  /// read again from their source. A result that was complete while this is false is right.
  public var isDamaged: Bool { file?.isDamaged ?? false }

  /// Reads all of the snapshot that the index came from; false if it is damaged.
  ///
  /// - Complexity: O(*b*) for a file of *b* bytes, at about the speed of memory.
  public func isWhole() -> Bool { file?.isWholeRight() ?? true }

  /// The number of blocks of the snapshot that were compared with their checksums.
  var checkedBlockCount: Int { file?.checkedCount ?? 0 }
}
