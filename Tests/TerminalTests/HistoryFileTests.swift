import Glibc
import TestSupport
import Testing

@testable import Terminal

struct HistoryFileTests {
  private let directory = TemporaryDirectory()
  private var path: String { directory.path("state/targets/history") }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  private func contents(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  @Test func onlyTheUserCanReadTheHistory() {
    var file = HistoryFile(path: path)
    #expect(file.read() == [])
    file.append("one")
    file.append("two\nlines")
    #expect(file.read() == ["one", "two lines"])
    #expect(mode(path) == 0o600)
    #expect(mode(directory.path("state")) == 0o700)
  }

  @Test func aFullFileLosesItsOldestTenth() {
    var file = HistoryFile(path: path)
    for number in 0...1_000 { file.append("\(number)") }
    let lines = file.read()
    #expect(lines.count == 901)
    #expect(lines.first == "100" && lines.last == "1000")
    #expect(mode(path) == 0o600)
  }

  @Test func aFileThatGrewElsewhereIsReadFromItsEnd() throws {
    try directory.write((0..<1_500).map { "\($0)\n" }.joined(), to: "state/targets/history")
    var file = HistoryFile(path: path)
    #expect(file.read().count == 1_000)
    file.append("new")
    #expect(file.read().count == 901)
  }

  @Test func aLinkIsNeitherReadNorWritten() throws {
    let target = try directory.write("secret\n", to: "target")
    symlink(target, directory.path("symbolic"))
    link(target, directory.path("hard"))
    for name in ["symbolic", "hard"] {
      var file = HistoryFile(path: directory.path(name))
      #expect(file.read() == [])
      file.append("line")
    }
    #expect(contents(target) == "secret\n")
  }

  @Test func writeErrorsAreIgnored() {
    var file = HistoryFile(path: "/proc/nowhere/history")
    file.append("one")
    #expect(file.read() == [])
  }

  @Test func aPipeInItsPlaceDoesNotBlock() {
    let path = directory.path("pipe")
    mkfifo(path, 0o600)
    var file = HistoryFile(path: path)
    file.append("one")
    #expect(file.read() == [])
  }
}
