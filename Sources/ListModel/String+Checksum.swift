import CXXHash

extension String {
  /// A hash of the text that is the same on each machine and in each run.
  package var checksum: UInt64 {
    var text = self
    return text.withUTF8 { cxxhash_of($0.baseAddress, $0.count) }
  }
}
