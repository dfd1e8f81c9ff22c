/// The offsets of an identity that is in one list twice.
@usableFromInline
@frozen
struct DuplicateOffsets: Error {
  @usableFromInline let first: Int
  @usableFromInline let second: Int
  @usableFromInline let side: DifferenceSide

  @_alwaysEmitIntoClient
  init(first: Int, second: Int, side: DifferenceSide) {
    self.first = first
    self.second = second
    self.side = side
  }
}
