import LibraryTestSupport
import ListModel
import Testing

struct NoteTests {
  @Test func whiteSpaceAroundANoteIsRemoved() throws {
    #expect(try Note(" \n a\n b \t").text == "a\n b")
  }

  @Test func aNoteHasLimits() throws {
    #expect(try Note(String(repeating: "é", count: 2_048)).text.utf8.count == 4_096)
    #expect(throws: NoteError.tooLong) { try Note(String(repeating: "é", count: 2_049)) }
    #expect(throws: NoteError.empty) { try Note(" \n ") }
    #expect(throws: NoteError.containsNUL) { try Note("a\0b") }
  }

  /// The prompt has one line, so a sign stands for the end of each line of a note.
  @Test func aNoteOfSeveralLinesIsTypedInOne() throws {
    #expect(try Note("one\n\n  two \nthree").typed == "one ↵  ↵   two  ↵ three")
    #expect(try Note(typed: "one↵two ↵ three").text == "one\ntwo\nthree")
    #expect(try Note(typed: " ↵ one ").text == "one")
    #expect(throws: NoteError.empty) { try Note(typed: " ↵ ") }
    #expect(try Note("one\r\ntwo ↵").typed == "one ↵ two ↵↵")
  }

  @Test(
    "A note that is shown in the prompt and stored again is the same", arguments: UInt64(0)..<200)
  func whatIsTypedIsTheNote(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pieces = ["a", " ", "\n", "é", "\t", "  ", "#2", "↵", "\u{301}", "\u{2028}"]
    let text = (0..<12).map { _ in pieces.randomElement(using: &random)! }.joined()
    guard let note = try? Note(text) else { return }
    #expect(try Note(typed: note.typed) == note)
  }
}
