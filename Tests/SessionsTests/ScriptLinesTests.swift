import Glibc
import TestSupport
import Testing

@testable import Sessions

@Suite(.ownThreads)
struct ScriptLinesTests {
  /// The lines that are read from bytes that arrive through a pipe.
  private func lines(of bytes: [UInt8]) async throws -> [ScriptLines.Line] {
    var ends: [CInt] = [0, 0]
    try #require(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    defer { close(reading) }
    // A pipe has less room than the longest of these.
    let writer = Task.detached {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
        if count <= 0 { break }
        rest = rest.dropFirst(count)
      }
      close(writing)
    }
    let script = ScriptLines(descriptor: reading)
    var lines: [ScriptLines.Line] = []
    while let line = try await script.next() { lines.append(line) }
    await writer.value
    return lines
  }

  private func lines(of text: String) async throws -> [ScriptLines.Line] {
    try await lines(of: Array(text.utf8))
  }

  @Test func eachLineIsReadWithoutItsEnd() async throws {
    #expect(try await lines(of: "") == [])
    #expect(try await lines(of: "\n") == [.text("")])
    #expect(
      try await lines(of: "a\r\n\n b \nc") == [.text("a"), .text(""), .text(" b "), .text("c")])
    #expect(try await lines(of: "\u{FEFF}a\n\u{FEFF}b\n") == [.text("a"), .text("\u{FEFF}b")])
  }

  @Test func aLineWithInvalidUTF8CannotBeUsed() async throws {
    let bytes = Array("a\0b\n".utf8) + [0xFF, 0x0A] + [0xC3] + Array("\nc\n".utf8)
    #expect(
      try await lines(of: bytes) == [
        .unusable("the line contains NUL"), .unusable("the line is not valid UTF-8"),
        .unusable("the line is not valid UTF-8"), .text("c"),
      ])
  }

  @Test(arguments: ["", "\n", "\r\n"])
  func theLongestLineIsReadAndALongerOneIsNot(end: String) async throws {
    let longest = String(repeating: "x", count: ScriptLines.mostBytes)
    #expect(try await lines(of: longest + end) == [.text(longest)])
    let tooLong = [ScriptLines.Line.unusable("the line is longer than 8,192 bytes")]
    #expect(try await lines(of: longest + "x" + end) == tooLong)
  }

  @Test func whatFollowsALineOfMillionsOfBytesIsRead() async throws {
    let bytes = [UInt8](repeating: 0x78, count: 3_000_000) + Array("\nb\n".utf8)
    #expect(
      try await lines(of: bytes) == [.unusable("the line is longer than 8,192 bytes"), .text("b")])
  }
}
