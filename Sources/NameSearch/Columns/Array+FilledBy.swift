extension Array where Element == UInt8 {
  /// Makes an array with `fill`, which gets `guess` bytes of room and returns the length that it
  /// needs; if there is not enough room, `fill` is called again.
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
