import CXXHash

/// A checksum of bytes that arrive in parts: XXH3 with 64 bits, which `xxhsum -H3` prints for a file.
///
/// It is the same on each machine, however the bytes are divided. It reveals damage and mistakes,
/// but not forgery.
package final class Checksum {
  private let state: OpaquePointer

  package init() {
    guard let state = cxxhash_begin() else { preconditionFailure("no memory for a checksum") }
    self.state = state
  }

  deinit { cxxhash_free(state) }

  package func add(_ bytes: UnsafeRawBufferPointer) {
    cxxhash_add(state, bytes.baseAddress, bytes.count)
  }

  package func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  /// Adds an optional text with its length, so that different sequences of texts give different bytes.
  package func add(field text: String?) {
    withUnsafeBytes(of: UInt64((text?.utf8.count ?? -1) + 1).littleEndian) { add($0) }
    if let text { add(text) }
  }

  /// Starts a new checksum.
  package func reset() { cxxhash_reset(state) }

  /// The checksum of the bytes so far.
  package var value: UInt64 { cxxhash_value(state) }

  /// The checksum of the bytes so far, in 16 hexadecimal digits.
  package var digits: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
