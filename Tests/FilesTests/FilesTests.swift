import Glibc
import TestSupport
import Testing

@testable import Files

struct FilesTests {
  private let directory = TemporaryDirectory()

  private func contents(_ name: String) throws -> String {
    String(decoding: try Files.read(directory.path(name)), as: UTF8.self)
  }

  @Test(arguments: [
    ("/a/b", "/a"), ("/a", "/"), ("a", "."), ("a/b", "a"), ("a//b/", "a"), ("/", "/"), ("//a", "/"),
    ("", "/"), (".", "."), ("/a/\u{301}b", "/a"),
  ])
  func aPathIsInAFolder(path: String, expected: String) {
    #expect(Files.folder(of: path) == expected)
  }

  @Test func missingFoldersAreMadeForTheirOwner() throws {
    var made: [String] = []
    try Files.makeFolder(directory.path("a/b/c")) { made.append($0) }
    #expect(made == ["a", "a/b", "a/b/c"].map { directory.path($0) })
    var status = stat()
    #expect(stat(directory.path("a/b"), &status) == 0 && status.st_mode & 0o777 == 0o700)
    try Files.makeFolder(directory.path("a/b/c")) { made.append($0) }
    #expect(made.count == 3)
    try directory.write("", to: "file")
    let error = #expect(throws: FileError.self) {
      try Files.makeFolder(directory.path("file/a/b"))
    }
    #expect(error?.code == ENOTDIR)
  }

  @Test func theNamesOfAFoldersEntriesAreRead() throws {
    #expect(Files.names(in: directory.path("none")) == [])
    for name in [".hidden", "a", "é x"] { try directory.write("", to: "f/\(name)") }
    #expect(Files.names(in: directory.path("f")).sorted() == [".hidden", "a", "é x"].sorted())
  }

  @Test(arguments: [0, 1, (1 << 16) - 1, 1 << 16, (1 << 16) + 1, 200_000])
  func filesAreReadWhole(size: Int) throws {
    let text = String(repeating: "x", count: size)
    let path = try directory.write(text, to: "file")
    #expect(try contents("file") == text)
    #expect(try Files.read(path, limit: size).count == size)
    guard size > 0 else { return }
    #expect(try Files.read(path, limit: size - 1).count == size)
    #expect(try Files.read(path, limit: 0).count == 1)
  }

  @Test func whatCannotBeReadIsAnError() {
    let missing = #expect(throws: FileError.self) { try Files.read(directory.path("no")) }
    #expect(missing?.description == "No such file or directory")
    let folder = #expect(throws: FileError.self) { try Files.read(directory.path) }
    #expect(folder?.code == EISDIR)
  }

  @Test(arguments: [false, true])
  func aFreeNameIsTaken(byLink: Bool) throws {
    let file = try directory.write("names\n", to: "new")
    try rename(file, to: directory.path("names"), byLink)
    #expect(try contents("names") == "names\n")
    #expect(access(file, F_OK) != 0)
  }

  @Test(arguments: [false, true])
  func aNameInUseIsRefused(byLink: Bool) throws {
    let file = try directory.write("new\n", to: "new")
    try directory.write("old\n", to: "names")
    let error = #expect(throws: FileError.self) {
      try rename(file, to: directory.path("names"), byLink)
    }
    #expect(error?.code == EEXIST)
    #expect(try contents("names") == "old\n")
    #expect(try contents("new") == "new\n")
  }

  @Test func anErrorGivesTheReason() throws {
    let file = try directory.write("new\n", to: "new")
    let error = #expect(throws: FileError.self) {
      try rename(file, to: directory.path("no/such"), false)
    }
    #expect(error?.code == ENOENT)
  }

  /// Renames as on systems that can rename without replacement, or as on those that only have links.
  private func rename(_ file: String, to path: String, _ byLink: Bool) throws {
    if byLink { try Files.link(file, toNew: path) } else { try Files.rename(file, toNew: path) }
  }
}

struct NewFileTests {
  private let directory = TemporaryDirectory()

  private func write(_ text: String, to file: NewFile) throws {
    try Array(text.utf8).withUnsafeBytes { try file.write($0, at: 0) }
    try file.sync()
  }

  @Test func anotherFileIsReplaced() throws {
    let path = try directory.write("old", to: "file")
    do {
      let file = try NewFile(at: directory.path("new"))
      try write("new", to: file)
      #expect(try Files.read(path) == Array("old".utf8))
      try file.replace(path)
    }
    #expect(try Files.read(path) == Array("new".utf8))
    #expect(access(directory.path("new"), F_OK) != 0)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func aFileWithoutANameIsRemoved() throws {
    let path = try directory.write("old", to: "file")
    do {
      let file = try NewFile(at: directory.path("new"))
      let error = #expect(throws: FileError.self) { try file.takeName(path) }
      #expect(error?.code == EEXIST)
      #expect(access(directory.path("new"), F_OK) == 0)
    }
    #expect(access(directory.path("new"), F_OK) != 0)
    #expect(try Files.read(path) == Array("old".utf8))
  }

  @Test func anExistingTemporaryFileIsLeftAlone() throws {
    let path = try directory.write("other", to: "new")
    let error = #expect(throws: FileError.self) { _ = try NewFile(at: path) }
    #expect(error?.code == EEXIST)
    #expect(try Files.read(path) == Array("other".utf8))
  }
}
