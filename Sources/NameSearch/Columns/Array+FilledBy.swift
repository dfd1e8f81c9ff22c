extension Array where Element == UInt8 {
  /// Makes an array of what a function writes that says how much room it needs.
  ///
  /// - Parameters:
  ///   - guess: The room to try first, in bytes; a second try has what the first one asked for.
  ///   - fill: Writes into the buffer and returns the length needed, which may be more than fits.
  init(filledBy guess: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
    var needed = guess
    var capacity = 0
    repeat {
      capacity = needed
      self.init(unsafeUninitializedCapacity: capacity) { buffer, count in
        // Exactly the room promised: the allocator may have given more.
        let room = UnsafeMutableBufferPointer(rebasing: buffer[..<capacity])
        needed = fill(room)
        count = Swift.min(needed, capacity)
      }
    } while needed > capacity
  }
}
