import TestSupport
import Testing

struct ByteOracleTests {
  private let oracle = ByteOracle(
    allowing: ["[#;#H", "[*m", "[?25h", "[?25l", "[K", "(B", "7"], controls: [0x07])

  /// The bytes of a text with `\e` for ESC, because a test's arguments are shown unescaped.
  private func bytes(_ text: String) -> [UInt8] {
    Array(text.replacing(#"\e"#, with: "\u{1b}").utf8)
  }

  @Test(arguments: [
    "", "plain", "Zoë 日本 क्षि", #"\e[1;12Hx\e[0;38:5:1mred\e[m"#, #"\e[;H"#,
    #"\e[?25l\e[K\e(B\e7"#, "👩‍👩‍👧", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "می‌خواهم", "e\u{300}",
  ])
  func textAndListedSequencesAreAllowed(text: String) {
    #expect(oracle.firstOffense(in: bytes(text)) == nil)
  }

  @Test(arguments: [
    (#"ab\e]0;title"#, 2), (#"\e[2J"#, 0), (#"\e[1;2;3H"#, 0), (#"\e[?1049h"#, 0),
    (#"\e[1234567;1H"#, 0), (#"\ec"#, 0), (#"x\e"#, 1), (#"\e[12"#, 0), (#"\e[1\e[m"#, 0),
    (#"\e[31 m"#, 0), (#"\eP1$r\e\"#, 0), (#"\e[mx\e\e[m"#, 4),
  ])
  func otherSequencesAreOffenses(text: String, offset: Int) {
    #expect(oracle.firstOffense(in: bytes(text))?.offset == offset)
  }

  @Test(arguments: Array(0..<0x20) + [0x7f] + Array(0x80..<0xa0))
  func controlsAreOffenses(value: UInt8) {
    let text = "é" + String(Unicode.Scalar(value))
    let isAllowed = [0x07, 0x0a, 0x0d].contains(value)
    #expect((oracle.firstOffense(in: Array(text.utf8))?.offset == nil) == isAllowed)
  }

  @Test(arguments: [
    0x61c, 0x200e, 0x200f, 0x202a, 0x202e, 0x2066, 0x2069, 0x200b, 0x2028, 0x2029, 0x2060, 0xfeff,
    0xe000, 0xfffe, 0x1ffff, 0xe0041, 0xad,
  ])
  func invisibleAndBidirectionalCharactersAreOffenses(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    let offense = oracle.firstOffense(in: Array("ab\(scalar)c".utf8))
    #expect(offense?.offset == 2)
  }

  @Test(arguments: [
    [0x61, 0x9b, 0x6d], [0x61, 0xc0, 0x9b], [0x61, 0xed, 0xa0, 0x80], [0x61, 0xff],
    [0x61, 0xf4, 0x90, 0x80, 0x80], [0x61, 0xe2, 0x82],
  ])
  func invalidUTF8IsAnOffense(bytes: [UInt8]) {
    #expect(oracle.firstOffense(in: bytes)?.what == "invalid UTF-8")
    #expect(oracle.firstOffense(in: bytes)?.offset == 1)
  }

  @Test(arguments: [[0x61, 0x1b], [0x1b, 0x5b, 0x31], [0xe2, 0x82], [0xf0]] as [[UInt8]])
  func aTruncatedStreamIsAllowedOnRequest(bytes: [UInt8]) {
    #expect(oracle.firstOffense(in: bytes, mayEndEarly: true) == nil)
    #expect(oracle.firstOffense(in: bytes) != nil)
  }

  @Test func theReportShowsTheBytesAround() throws {
    let offense = try #require(oracle.firstOffense(in: Array("Arya\r\n\u{1b}[5nStark".utf8)))
    #expect(offense.description == #"escape sequence ESC [5n at byte 6, in "Arya\r\n\e[5nStark""#)
  }

  @Test func anOffenseIsAnIssue() {
    withKnownIssue {
      oracle.check([0x08])
    }
    oracle.check(Array("fine".utf8))
  }
}
