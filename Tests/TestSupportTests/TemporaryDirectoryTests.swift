import Glibc
import TestSupport
import Testing

struct TemporaryDirectoryTests {
  @Test func aDirectoryIsRemovedWithItsContentOnRelease() throws {
    var directory: TemporaryDirectory? = TemporaryDirectory()
    let path = try #require(directory).path
    try directory?.write("x", to: "deep/er/file")
    #expect(access(path + "/deep/er/file", R_OK) == 0)
    directory = nil
    #expect(access(path, F_OK) != 0)
  }

  @Test func everyDirectoryIsDifferent() {
    let (one, other) = (TemporaryDirectory(), TemporaryDirectory())
    #expect(one.path != other.path)
  }
}
