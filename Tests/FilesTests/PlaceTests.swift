import Files
import Foundation
import Glibc
import TestSupport
import Testing

/// The places of lists with paths, with the files that git makes.
struct PlaceTests {
  private let home = TemporaryDirectory()
  private let root: String

  init() throws {
    root = try Place.canonical(home.path)
  }

  private func path(_ path: String) -> String { path.isEmpty ? root : root + "/" + path }

  private func make(_ folders: String...) throws {
    for folder in folders {
      try FileManager.default.createDirectory(
        atPath: path(folder), withIntermediateDirectories: true)
    }
  }

  private func write(_ text: String, to file: String) throws {
    try text.write(toFile: path(file), atomically: false, encoding: .utf8)
  }

  private func place(_ given: String) throws -> [String] {
    let place = try Place(of: path(given))
    return [place.folder, place.name]
  }

  @Test func withoutARepositoryThePlaceIsTheFolder() throws {
    try make("a/b")
    #expect(try place("a/b/list") == [path("a/b"), "list"])
    #expect(try place("a/b/../list") == [path("a"), "list"])
    #expect(try place("a/gone/../x/./list") == [path("a/x"), "list"])
    #expect(try place("a//b///list") == [path("a/b"), "list"])
  }

  @Test func aRepositoryIsThePlaceOfAllItsFolders() throws {
    try make("a/.git", "a/src/deep", "b/.git")
    #expect(try place("a/branches") == [path("a"), "branches"])
    #expect(try place("a/src/deep/branches") == [path("a"), "src/deep/branches"])
    #expect(try place("a/src/../branches") == [path("a"), "branches"])
    #expect(try place("a/new/branches") == [path("a"), "new/branches"])
    #expect(try place("b/branches") == [path("b"), "branches"])
  }

  @Test func linkedWorkTreesShareThePlaceOfTheMainOne() throws {
    try make("main/.git/worktrees/one", "one/src", "bare.git/worktrees/two", "two")
    try write("gitdir: \(path("main/.git/worktrees/one"))\n", to: "one/.git")
    try write("../..\n", to: "main/.git/worktrees/one/commondir")
    #expect(try place("one/branches") == [path("main"), "branches"])
    #expect(try place("one/src/branches") == [path("main"), "src/branches"])
    try write("gitdir: ../bare.git/worktrees/two\n", to: "two/.git")
    try write("../..\n", to: "bare.git/worktrees/two/commondir")
    #expect(try place("two/branches") == [path("bare.git"), "branches"])
    #expect(try place("bare.git/branches") == [path("bare.git"), "branches"])
    // A work tree whose repository is missing or was moved is a separate place.
    try FileManager.default.removeItem(atPath: path("bare.git"))
    #expect(try place("two/branches") == [path("two"), "branches"])
  }

  @Test func aSubmoduleIsASeparatePlaceWithItsWorkTrees() throws {
    try make("super/.git/modules/sub/worktrees/w", "super/sub", "w")
    try write("gitdir: ../.git/modules/sub\n", to: "super/sub/.git")
    try write("[core]\n\tworktree = ../../../sub\n", to: "super/.git/modules/sub/config")
    #expect(try place("super/sub/branches") == [path("super/sub"), "branches"])
    try write("gitdir: \(path("super/.git/modules/sub/worktrees/w"))\n", to: "w/.git")
    try write("../..\n", to: "super/.git/modules/sub/worktrees/w/commondir")
    #expect(try place("w/branches") == [path("super/sub"), "branches"])
  }

  /// Git quotes such a path in its configuration.
  @Test func aSubmoduleMayHaveSignsOfCommentsInItsPath() throws {
    try make("super/.git/modules/sub", #"super/a#b\c"#)
    try write("gitdir: ../.git/modules/sub\n", to: #"super/a#b\c/.git"#)
    let config = "[core]\n\tworktree = " + #""../../../a#b\\c""# + "\n"
    try write(config, to: "super/.git/modules/sub/config")
    #expect(try place(#"super/a#b\c/branches"#) == [path(#"super/a#b\c"#), "branches"])
  }

  /// As after `git init --separate-git-dir`, or with a bare repository in `.bare`.
  @Test(arguments: ["apart", "main/.bare"])
  func aMainWorkTreeSharesThePlaceOfAFolderApart(folder: String) throws {
    try make("\(folder)/worktrees/w", "main", "w")
    try write("gitdir: \(path(folder))\n", to: "main/.git")
    try write("gitdir: \(path("\(folder)/worktrees/w"))\n", to: "w/.git")
    try write("../..\n", to: "\(folder)/worktrees/w/commondir")
    #expect(try place("w/branches") == place("main/branches"))
  }

  @Test func linksToFoldersLeadToOnePlace() throws {
    try make("real/.git", "real/src")
    symlink(path("real/src"), path("link"))
    #expect(try place("link/branches") == [path("real"), "src/branches"])
    // As the system resolves it: from the folder that the link leads to.
    #expect(try place("link/../branches") == [path("real"), "branches"])
  }

  @Test(arguments: ["a/", ".", "..", "a/.", "a/.."])
  func aFolderCannotBeAList(given: String) throws {
    #expect(throws: Place.Failure.isFolder) { try Place(of: given) }
  }

  @Test func inAHomeThatIsAWorkTreeFoldersDoNotShareLists() throws {
    try make(".git", "a", "b")
    #expect(try place("a/list") == [root, "a/list"])
    #expect(try place("b/list") == [root, "b/list"])
  }

  /// Opening a pipe that nobody writes to would never return.
  @Test func aPipeInThePlaceOfARepositoryIsNotRead() throws {
    try make("a")
    #expect(mkfifo(path("a/.git"), 0o600) == 0)
    #expect(try place("a/list") == [path("a"), "list"])
  }

  @Test func pathsWithInvalidUTF8AreRefused() throws {
    let bytes: [UInt8] = Array("\(root)/".utf8) + [0xFF, 0]
    mkdir(bytes.map { CChar(bitPattern: $0) }, 0o755)
    symlink(".", path("x"))
    let link = bytes.dropLast().map { CChar(bitPattern: $0) } + [0]
    #expect(symlink(link, path("bad")) == 0)
    #expect(throws: Place.Failure.invalidUTF8) { try Place(of: path("bad/list")) }
  }
}
