/// Values of a fixed width, in an array or in a mapped file.
///
/// Only an array can be changed. Both are read in the same way. Damaged parts of a file are read as
/// zeros, and the file records the damage.
struct Column<Element: FixedWidthInteger & BitwiseCopyable & Sendable>: Sendable {
  /// The values; empty if they are in a file.
  private var array: [Element]

  private let file: CheckedFile?

  /// The bytes of the values within the file.
  private let range: Range<Int>

  init(_ array: [Element] = []) {
    self.array = array
    file = nil
    range = 0..<0
  }

  /// A column in a range of bytes of a file, which must be aligned.
  init(mapped range: Range<Int>, of file: CheckedFile) {
    array = []
    self.file = file
    self.range = range
  }

  @inline(__always)
  private static var width: Int { MemoryLayout<Element>.stride }

  /// Passes all values, or those in a range of existing places, to `body`.
  @inline(__always)
  func withUnsafeBufferPointer<Result, Failure: Error>(
    of places: Range<Int>? = nil,
    _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let file else {
      guard let places else { return try array.withUnsafeBufferPointer(body) }
      return try array.withUnsafeBufferPointer { (all) throws(Failure) in
        try body(UnsafeBufferPointer(rebasing: all[places]))
      }
    }
    let places = places ?? 0..<count
    precondition(places.upperBound <= count, "the places are beyond the end of the column")
    let bytes = bytes(of: places)
    guard file.isRight(bytes) else {
      return try [Element](repeating: 0, count: places.count).withUnsafeBufferPointer(body)
    }
    defer { withExtendedLifetime(file) {} }
    return try body(
      UnsafeRawBufferPointer(rebasing: file.bytes[bytes]).assumingMemoryBound(to: Element.self))
  }

  @inline(__always)
  func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBufferPointer { (values) throws(Failure) in
      try body(UnsafeRawBufferPointer(values))
    }
  }

  @inline(__always)
  private func bytes(of places: Range<Int>) -> Range<Int> {
    let start = range.lowerBound + places.lowerBound * Self.width
    return start..<(start + places.count * Self.width)
  }

  var isMapped: Bool { file != nil }

  /// Whether all of it is undamaged; compares every byte with the checksums.
  var isRight: Bool { file?.isRight(range) ?? true }
}

extension Column: RandomAccessCollection {
  @inline(__always)
  var startIndex: Int { 0 }

  @inline(__always)
  var endIndex: Int { file == nil ? array.count : range.count / Self.width }

  @inline(__always)
  subscript(place: Int) -> Element {
    guard let file else { return array[place] }
    precondition(place >= 0 && place < endIndex, "the place is beyond the end of the column")
    let bytes = bytes(of: place..<(place + 1))
    guard file.isRight(bytes) else { return 0 }
    return file.bytes.loadUnaligned(fromByteOffset: bytes.lowerBound, as: Element.self)
  }
}

extension Column {
  /// Copies the whole column at once, if it is an array.
  @inline(__always)
  func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    try withUnsafeBufferPointer(body)
  }
}

// MARK: Building

extension Column {
  @inline(__always)
  mutating func append(_ element: Element) {
    requireArray()
    array.append(element)
  }

  @inline(__always)
  mutating func append(contentsOf elements: some Sequence<Element>) {
    requireArray()
    array.append(contentsOf: elements)
  }

  /// Appends the values of another column from a place on, each converted by `change`.
  ///
  /// A lazy map would do the same, but Swift's runtime makes its types at every start of a program.
  mutating func append(_ other: Column, from start: Int = 0, _ change: (Element) -> Element) {
    requireArray()
    other.withUnsafeBufferPointer { values in
      for place in values.indices where place >= start { array.append(change(values[place])) }
    }
  }

  mutating func removeLast(_ count: Int) {
    requireArray()
    array.removeLast(count)
  }

  mutating func reserveCapacity(_ count: Int) {
    requireArray()
    array.reserveCapacity(count)
  }

  @inline(__always)
  private func requireArray() {
    precondition(file == nil, "mapped memory cannot be changed")
  }
}
