extension ContinuousClock.Instant {
  /// The time left until this moment, in the form for `poll`: rounded up, 0 if it has passed.
  var millisecondsAway: Int32 {
    let left = ContinuousClock.now.duration(to: self).components
    guard left.seconds >= 0, left.attoseconds >= 0 else { return 0 }
    let milliseconds = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000 + 1
    return Int32(clamping: milliseconds)
  }
}
