import ListModel
import Testing

struct ChecksumTests {
  /// The output of `xxhsum -H3` for files with these bytes.
  @Test(arguments: [
    ("", "2d06800538d394c2"), ("abc", "78af5f94892f3950"), ("Ada\nBo\n", "89f7cbdb27e75e05"),
  ])
  func theChecksumEqualsThatOfOtherPrograms(text: String, digits: String) {
    let checksum = Checksum()
    checksum.add(text)
    #expect(checksum.digits == digits)
  }

  @Test(arguments: [0, 1, 2, 16, 17, 128, 129, 240, 241, 1_023, 1_024, 1_025, 99_999])
  func theChecksumDoesNotDependOnPieces(length: Int) {
    let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let (whole, parts) = (Checksum(), Checksum())
    bytes.withUnsafeBytes { whole.add($0) }
    for start in stride(from: 0, to: length, by: 77) {
      bytes[start..<min(start + 77, length)].withUnsafeBytes { parts.add($0) }
    }
    #expect(parts.digits == whole.digits)
    parts.reset()
    #expect(parts.digits == Checksum().digits)
  }

  @Test func differentFieldsHaveDifferentChecksums() {
    func digits(_ fields: String?...) -> String {
      let checksum = Checksum()
      for field in fields { checksum.add(field: field) }
      return checksum.digits
    }
    let all = [
      digits("ab", "c"), digits("a", "bc"), digits("abc"), digits("abc", ""), digits("abc", nil),
      digits(nil, "abc"), digits("", "abc"), digits(),
    ]
    #expect(Set(all).count == all.count)
  }
}
