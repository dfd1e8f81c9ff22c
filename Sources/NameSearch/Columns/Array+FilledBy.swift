extension Array where Element == UInt8 {
  /// Makes an array from what `fill` writes into a buffer of `guess` bytes.
  ///
  /// `fill` returns the length it needs, and is called again with that much room if it did not fit.
  init(filledBy guess: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
    var needed = guess
    var capacity = 0
    repeat {
      capacity = needed
      self.init(unsafeUninitializedCapacity: capacity) { buffer, count in
        // `fill` must not see the extra room the allocator may have given.
        let room = UnsafeMutableBufferPointer(rebasing: buffer[..<capacity])
        needed = fill(room)
        count = Swift.min(needed, capacity)
      }
    } while needed > capacity
  }
}
