import CommandRunning
import Testing

struct CommandTemplateTests {
  private let row = CommandRow(name: "marsh", id: "7", detail: "wet land", note: "drain\nit")

  @Test(arguments: [
    (["rm"], ["rm", "marsh"]),
    (["rm", "{}"], ["rm", "marsh"]),
    (["cp", "{}", "old/{}.{id}"], ["cp", "marsh", "old/marsh.7"]),
    (["echo", "{detail}", "{note}"], ["echo", "wet land", "drain\nit"]),
    (["echo", "{}{}"], ["echo", "marshmarsh"]),
    (["echo", "{", "}", "{}}"], ["echo", "{", "}", "marsh}"]),
    (["echo", "{ID}", "{id"], ["echo", "{ID}", "{id", "marsh"]),
    (["find", "{}", "-exec", "ls", "\\{}", ";"], ["find", "marsh", "-exec", "ls", "{}", ";"]),
    (["find", ".", "-exec", "ls", "\\{}", ";"], ["find", ".", "-exec", "ls", "{}", ";", "marsh"]),
    (["echo", "\\{note}", "\\\\{}"], ["echo", "{note}", "\\{}", "marsh"]),
    (["{}"], ["marsh"]),
    (["echo", ""], ["echo", "", "marsh"]),
  ])
  func placeholdersAreReplacedWhereverTheyStand(words: [String], expected: [String]) throws {
    #expect(try CommandTemplate(words).arguments(for: row) == expected)
  }

  @Test(arguments: [[], [""]])
  func aCommandHasAProgram(words: [String]) {
    #expect(throws: CommandRefusal.noCommand) { try CommandTemplate(words) }
  }

  @Test(arguments: [["rm"], ["rm", "{}"], ["rm", "{}x"], ["{}"], ["rm", "{}", "--"]])
  func aNameThatLooksLikeAnOptionIsRefused(words: [String]) throws {
    let template = try CommandTemplate(words)
    #expect(throws: CommandRefusal.dash(.name, row: "-rf")) {
      try template.arguments(for: CommandRow(name: "-rf"))
    }
  }

  @Test(arguments: [
    (["rm", "--"], false, ["rm", "--", "-rf"]),
    (["rm", "--", "{}"], false, ["rm", "--", "-rf"]),
    (["rm", "./{}"], false, ["rm", "./-rf"]),
    (["rm", "-{}"], false, ["rm", "--rf"]),
    (["rm", "{}"], true, ["rm", "-rf"]),
  ])
  func aDashIsHarmlessAfterDoubleDashesOrWithinAnArgument(
    words: [String], allowsDash: Bool, expected: [String]
  ) throws {
    let template = try CommandTemplate(words, allowsDash: allowsDash)
    #expect(try template.arguments(for: CommandRow(name: "-rf")) == expected)
  }

  @Test func anEmptyValueDoesNotHideTheDashOfTheNext() throws {
    let template = try CommandTemplate(["rm", "{detail}{}"])
    #expect(throws: CommandRefusal.self) {
      try template.arguments(for: CommandRow(name: "-rf", detail: ""))
    }
  }

  @Test func aMissingValueIsNotTreatedAsEmpty() throws {
    let template = try CommandTemplate(["rm", "-r", "cache/{detail}"])
    #expect(throws: CommandRefusal.missing(.detail, row: "marsh")) {
      try template.arguments(for: CommandRow(name: "marsh"))
    }
    #expect(template.placeholders == [.detail])
  }

  @Test func noArgumentContainsNUL() throws {
    #expect(throws: CommandRefusal.containsNUL(.note, row: "marsh")) {
      try CommandTemplate(["echo", "{note}"]).arguments(
        for: CommandRow(name: "marsh", note: "a\0b"))
    }
    #expect(throws: CommandRefusal.unsupported("NUL")) { try CommandTemplate(["a\0b"]) }
  }

  @Test func argumentsAreKeptByteForByte() throws {
    let name = "e\u{301}\u{202E}\u{1B}[2J 'x' \"$(y)\""
    #expect(
      try CommandTemplate(["echo"]).arguments(for: CommandRow(name: name)).last?.unicodeScalars
        .elementsEqual(name.unicodeScalars) == true)
  }
}
