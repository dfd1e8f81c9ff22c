/// Byte strings for some places, ordered by place.
struct SparseColumn: Sendable {
  private(set) var places: Column<UInt32>
  private(set) var strings: TextColumn

  init(places: Column<UInt32> = Column(), strings: TextColumn = TextColumn()) {
    self.places = places
    self.strings = strings
  }

  var isEmpty: Bool { places.isEmpty }

  /// `place` must be greater than all places so far.
  @inline(__always)
  mutating func append(_ string: some Collection<UInt8>, at place: Int) {
    places.append(UInt32(place))
    strings.append(string)
  }

  /// - Complexity: O(log *k*), where *k* is the number of strings.
  func string(at place: Int) -> String? {
    index(of: place).map { strings.string(at: $0) }
  }

  func bytes(at place: Int) -> [UInt8]? {
    index(of: place).map { strings.withBytes(at: $0) { [UInt8]($0) } }
  }

  /// Passes the string of `place` to `body`; if there is none, that of `other`.
  func withBytes<Result, Failure: Error>(
    at place: Int, orOf other: TextColumn,
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let index = index(of: place) else { return try other.withBytes(at: place, body) }
    return try strings.withBytes(at: index, body)
  }

  /// Compares the string of `place` (or an empty one) with `other`; negative if it comes
  /// first.
  func order(of place: Int, against other: [UInt8]) -> Int {
    guard let index = index(of: place) else { return other.isEmpty ? 0 : -1 }
    return strings.withBytes(at: index) { own in
      other.withUnsafeBytes { own.order(against: $0) }
    }
  }

  func index(of place: Int) -> Int? {
    let found = firstIndex(atOrAfter: place)
    return found < places.count && places[found] == place ? found : nil
  }

  /// Appends the strings that `other` has in `range`, shifted so that the range starts at `place`.
  mutating func append(_ range: Range<Int>, of other: SparseColumn, at place: Int) {
    guard !other.isEmpty else { return }
    if range.lowerBound == 0, range.upperBound > other.places[other.places.count - 1] {
      places.append(other.places) { $0 + UInt32(place) }
      strings.append(contentsOf: other.strings)
      return
    }
    var next = other.firstIndex(atOrAfter: range.lowerBound)
    while next < other.places.count, other.places[next] < range.upperBound {
      places.append(UInt32(Int(other.places[next]) - range.lowerBound + place))
      other.strings.withBytes(at: next) { strings.append($0) }
      next += 1
    }
  }

  private func firstIndex(atOrAfter place: Int) -> Int {
    places.partitionPoint { $0 >= place }
  }
}
