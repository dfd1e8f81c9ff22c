import Glibc

extension UnsafeRawBufferPointer {
  /// Negative when these bytes come before `other`, zero when both are equal.
  package func order(against other: UnsafeRawBufferPointer) -> Int {
    if let start = baseAddress, let otherStart = other.baseAddress {
      let result = memcmp(start, otherStart, Swift.min(count, other.count))
      if result != 0 { return Int(result) }
    }
    return count - other.count
  }

  func starts(withBytes beginning: [UInt8]) -> Bool {
    guard count >= beginning.count else { return false }
    return beginning.withUnsafeBytes { beginning in
      guard let start = baseAddress, let wanted = beginning.baseAddress else { return true }
      return memcmp(start, wanted, beginning.count) == 0
    }
  }
}
