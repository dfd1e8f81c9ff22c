/// Values of a fixed width, in an array of their own or in mapped memory.
///
/// Only an array can be changed. Both are read in the same way.
///
/// `@unchecked Sendable`: the mapped memory is never written, and it stays mapped for as long as
/// `owner` exists. All other stored properties are sendable.
struct Column<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  /// The values if there is no owner; otherwise empty.
  private var array: [Element]

  private let mapped: UnsafeBufferPointer<Element>

  /// What keeps `mapped` valid; `nil` for an array.
  private let owner: (any AnyObject & Sendable)?

  init(_ array: [Element] = []) {
    self.array = array
    mapped = UnsafeBufferPointer(start: nil, count: 0)
    owner = nil
  }

  /// A column of memory that is valid, and does not change, as long as `owner` exists.
  init(mapped: UnsafeBufferPointer<Element>, owner: any AnyObject & Sendable) {
    array = []
    self.mapped = mapped
    self.owner = owner
  }

  @inline(__always)
  func withUnsafeBufferPointer<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if owner == nil { return try array.withUnsafeBufferPointer(body) }
    defer { withExtendedLifetime(self) {} }
    return try body(mapped)
  }

  @inline(__always)
  func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBufferPointer { (values) throws(Failure) in
      try body(UnsafeRawBufferPointer(values))
    }
  }
}

extension Column: RandomAccessCollection {
  @inline(__always)
  var startIndex: Int { 0 }

  @inline(__always)
  var endIndex: Int { owner == nil ? array.count : mapped.count }

  @inline(__always)
  subscript(place: Int) -> Element {
    if owner == nil { return array[place] }
    precondition(place >= 0 && place < mapped.count, "the place is beyond the end of the column")
    return mapped[place]
  }
}

extension Column {
  /// Lets the whole column be copied at once.
  @inline(__always)
  func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    try withUnsafeBufferPointer(body)
  }
}

extension Column {
  /// As for any collection, without a check of each place.
  func partitionPoint(_ isInSecond: (Element) -> Bool) -> Int {
    withUnsafeBufferPointer { $0.partitionPoint(isInSecond) }
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
    precondition(owner == nil, "mapped memory cannot be changed")
  }
}
