import Foundation
import Testing

@testable import PageSources

struct SourceEncodingTests {
  private let texts = [
    "Arya Stark\nJon Snow\n", "Łukasz Żółć\r\nŚwiętosława\r\n", "Лев Толстой\nЁлка\nАнна\n",
    "夏目漱石\n司馬遷\n上海\n杜甫\n", "a\n",
  ]

  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
  func utf16IsRecognizedWithoutAMark(encoding: String.Encoding) throws {
    for text in texts {
      #expect(SourceEncoding(of: try #require(text.data(using: encoding))) == .utf16, "\(text)")
    }
  }

  @Test(arguments: [String.Encoding.utf32LittleEndian, .utf32BigEndian])
  func utf32IsRecognizedWithoutAMark(encoding: String.Encoding) throws {
    for text in texts {
      #expect(SourceEncoding(of: try #require(text.data(using: encoding))) == .utf32, "\(text)")
    }
  }

  @Test func aMarkIsEnough() {
    #expect(SourceEncoding(of: [0xff, 0xfe]) == .utf16)
    #expect(SourceEncoding(of: [0xfe, 0xff, 0x4e]) == .utf16)
    #expect(SourceEncoding(of: [0xff, 0xfe, 0, 0]) == .utf32)
    #expect(SourceEncoding(of: [0, 0, 0xfe, 0xff]) == .utf32)
  }

  @Test(arguments: [
    "", "a", "Arya\n", "\u{feff}Arya\n", "one\n\0\ntwo\n", "db-01\0db-02\0db-03\0",
    "a\0b\nc\0\0d\n",
    String(repeating: "\0", count: 5000), String(repeating: "name\n", count: 2000) + "\0\0",
  ])
  func utf8IsLeftAloneEvenWithNULsInIt(text: String) {
    #expect(SourceEncoding(of: Array(text.utf8)) == nil)
  }

  @Test func onlyTheBeginningIsInspected() {
    let bytes = [UInt8](repeating: 0x61, count: SourceEncoding.sampleSize) + [0, 0x0a, 0, 0x61]
    #expect(SourceEncoding(of: bytes) == nil)
  }
}
