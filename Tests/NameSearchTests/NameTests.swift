import NameSearch
import Testing

struct NameTests {
  @Test(arguments: [
    ("Arya Stark", "Arya Stark"),
    ("  Arya\t", "Arya"),
    ("\u{A0}\u{3000}Arya\u{2028}\u{85}", "Arya"),
    ("a  b", "a  b"),
    ("\r\n", nil),
    ("", nil),
    ("\u{200B}", "\u{200B}"),  // invisible, but not white space
    ("\u{1C}a\u{1F}", "\u{1C}a\u{1F}"),
  ])
  func outerWhiteSpaceIsNotPartOfAName(text: String, expected: String?) throws {
    guard let expected else {
      #expect(throws: NameError.empty) { try Name(text) }
      return
    }
    let name = try Name(text)
    #expect(Array(name.text.unicodeScalars) == Array(expected.unicodeScalars))
    #expect(name.original == name.text)
  }

  @Test func theTextIsInNFCAndTheOriginalUnchanged() throws {
    let name = try Name(" Zoe\u{308} ")
    #expect(Array(name.text.utf8) == Array("Zo\u{EB}".utf8))
    #expect(Array(name.original.utf8) == Array("Zoe\u{308}".utf8))
    #expect(name == (try Name("Zo\u{EB}")))
    #expect(Set([name, try Name("Zo\u{EB}")]).count == 1)
    #expect(name != (try Name("Zoe")))
  }

  @Test func aNameOfTheMaximumLengthIsAcceptedAndALongerOneRefused() throws {
    let longest = String(repeating: "é", count: Name.maximumBytes / 2)
    #expect(try Name(longest + " ").text == longest)
    #expect(throws: NameError.tooLong(bytes: 4097)) { try Name(longest + "a") }
  }

  @Test func aNameThatIsTooLongInNFCIsRefused() {
    // U+FB2C takes three bytes, and six in NFC.
    let text = String(repeating: "\u{FB2C}", count: 1000)
    #expect(throws: NameError.tooLong(bytes: 6000)) { try Name(text) }
  }

  @Test func aHugeNameIsRefusedBeforeItIsNormalized() {
    let marks = String(repeating: "\u{323}\u{301}", count: 1_000_000)
    #expect(throws: NameError.tooLong(bytes: 4_000_000)) { try Name(marks) }
  }

  @Test(arguments: [
    ([0xFF], NameError.invalidUTF8),
    ([0x61, 0xC3], .invalidUTF8),
    ([0xC0, 0x80], .invalidUTF8),  // overlong
    ([0xED, 0xA0, 0x80], .invalidUTF8),  // surrogate
    ([0xF4, 0x90, 0x80, 0x80], .invalidUTF8),  // beyond U+10FFFF
    ([0x20, 0x80, 0x20], .invalidUTF8),
    ([0x61, 0x00, 0x62], .containsNUL),
    ([0xC3, 0xA9, 0x00], .containsNUL),
    ([0x20, 0x09], .empty),
    ([], .empty),
  ])
  func bytesThatAreNoTextAreRefused(bytes: [UInt8], expected: NameError) {
    #expect(throws: expected) {
      try bytes.withUnsafeBytes { try Name(validating: $0) }
    }
    var batch = NameBatch()
    #expect(throws: expected) {
      try bytes.withUnsafeBytes { try batch.append(validating: $0) }
    }
    #expect(batch.isEmpty)
  }

  @Test func theTextOfEveryNameIsAName() throws {
    for text in ["Zoe\u{308}", " a ", "\u{344}", "\u{1100}\u{1161}", "a\u{327}\u{323}\u{301}"] {
      let name = try Name(text)
      let again = try Name(name.text)
      #expect(Array(again.text.utf8) == Array(name.text.utf8))
    }
  }

  @Test(arguments: [
    (NameError.empty, "the name is empty"),
    (.tooLong(bytes: 5000), "the name is too long: 5000 bytes, at most 4096 are allowed"),
    (.invalidUTF8, "the name is not valid UTF-8"),
    (.containsNUL, "the name contains a NUL character"),
  ])
  func errorsSayWhatIsWrong(error: NameError, expected: String) {
    #expect("\(error)" == expected)
  }
}
