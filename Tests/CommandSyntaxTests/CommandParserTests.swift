import CommandSyntax
import Testing

/// A command with an argument of each kind.
private struct Sample: ProgramCommand, Equatable {
  static let about = CommandText(
    "sample", "Try all kinds.", usage: "targets sample [OPTIONS] A B ...")

  enum Color: String, CaseIterable { case red, green }

  struct Place: ArgumentGroup, Equatable {
    var list: String?
    var isOpen = false

    static var arguments: Arguments<Self> {
      Arguments {
        Argument.option("-l", "--list", value: "LIST", help: "The list.") { $0.list = $1 }
        Argument.flag("--open", help: "Open.") { $0.isOpen = true }
      }
    }

    func check() throws {
      if list == "bad" { throw UsageError("bad is not a list") }
    }
  }

  var first: String?
  var others: [String] = []
  var flags = ""
  var number: Int?
  var color: Color?
  var most: String?
  var pair: [String] = []
  var setting: [String] = []
  var rest: [String] = []
  var place = Place()

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.operand("A", help: "The first.") { $0.first = $1 }
      Argument.operands("B", help: "The others.") { $0.others.append($1) }
      Argument.flag("-1", "--one", help: "One.") { $0.flags += "1" }
      Argument.flag("-0", "--zero", help: "Zero.") { $0.flags += "0" }
      Argument.option("-n", "--number", value: "N", help: "A number.") {
        $0.number = try $1.number(in: 1...9)
      }
      Argument.choice("--color", value: "COLOR", help: "A color.") { $0.color = $1 }
      Argument.option("-m", "--multi", optionalValue: "N", help: "Several.") {
        $0.most = $1 ?? "any"
      }
      Argument.option("--move", values: ["OLD", "NEW"], help: "Two words.") { $0.pair = $1 }
      Argument.option("--unset", values: ["OPTION", "KEY"], optional: 1, help: "One or two.") {
        $0.pair = $1
      }
      Argument.option(
        "--set", values: ["OPTION", "VALUE"], optional: 1, takesRest: true,
        help: "All that follows."
      ) { $0.setting = $1 }
      Arguments.group(\.place, under: "List")
      Arguments.rest { $0.rest = $1 }
    }
  }

  func check() throws {
    if flags == "00" { throw UsageError("zero is given twice") }
  }

  func run() {}
}

struct CommandParserTests {
  private func parse(_ words: String...) throws -> Sample { try CommandParser.parse(words) }

  private func message(_ words: String...) -> String {
    do {
      return "\(try CommandParser.parse(words, into: Sample()))"
    } catch {
      return "\(error)"
    }
  }

  @Test func operandsAndOptionsComeInAnyOrder() throws {
    let parsed = try parse("x", "-n", "3", "y", "--color=red", "--open", "z", "-")
    #expect(parsed.first == "x")
    #expect(parsed.others == ["y", "z", "-"])
    #expect(parsed.number == 3 && parsed.color == .red && parsed.place.isOpen)
  }

  @Test(arguments: [["-l", "show"], ["-lshow"], ["-l=show"], ["--list", "show"], ["--list=show"]])
  func aValueIsGivenInFiveWays(words: [String]) throws {
    #expect(try CommandParser.parse(words, into: Sample()).place.list == "show")
  }

  /// A name may begin with a dash, so the word after an option is always its value.
  @Test func aValueMayLookLikeAnOption() throws {
    #expect(try parse("-l", "-x").place.list == "-x")
    #expect(try parse("--list", "--open").place.list == "--open")
    #expect(try parse("--list", "--").place.list == "--")
    #expect(try parse("--list=").place.list == "")
    #expect(try parse("-l=").place.list == "=")
    #expect(try parse("--list=a=b").place.list == "a=b")
  }

  @Test func flagsOfOneLetterMayBeJoined() throws {
    #expect(try parse("-10").flags == "10")
    #expect(try parse("-1n5").number == 5)
    #expect(try parse("-01lx").place.list == "x")
  }

  @Test func theLastValueCounts() throws {
    #expect(try parse("-l", "a", "--list", "b").place.list == "b")
    #expect(try parse("--color", "red", "--color", "green").color == .green)
  }

  @Test func anOptionalValueIsPartOfItsWord() throws {
    #expect(try parse("-m").most == "any")
    #expect(try parse("-m3").most == "3")
    #expect(try parse("--multi=3").most == "3")
    let apart = try parse("--multi", "3")
    #expect(apart.most == "any" && apart.first == "3")
  }

  @Test func someOptionsTakeSeveralWords() throws {
    #expect(try parse("--move", "a", "b", "c").pair == ["a", "b"])
    #expect(try parse("--move=a", "--b").pair == ["a", "--b"])
    #expect(try parse("--unset", "on").pair == ["on"])
    #expect(try parse("--unset", "on", "dead").pair == ["on", "dead"])
    let before = try parse("--unset", "on", "--open")
    #expect(before.pair == ["on"] && before.place.isOpen)
    let rest = try parse("--set", "source", "git", "--open", "--", "x")
    #expect(rest.setting == ["source", "git", "--open", "--", "x"] && !rest.place.isOpen)
  }

  @Test func afterTwoDashesNothingIsAnOption() throws {
    let parsed = try parse("a", "--", "--open", "-n", "--")
    #expect(parsed.first == "a" && parsed.others == [])
    #expect(parsed.rest == ["--open", "-n", "--"])
  }

  @Test(arguments: [
    (["--opean"], "unknown option --opean; did you mean --open?"),
    (["--zzzzz"], "unknown option --zzzzz"), (["-z"], "unknown option -z"),
    (["-open"], "unknown option -open; did you mean --open?"),
    (["--open=x"], "--open takes no value"),
    (["-n"], "-n requires N"), (["--number"], "--number requires N"),
    (["-n", "x"], "-n takes a number from 1 to 9, not “x”"),
    (["--number=10"], "--number takes a number from 1 to 9, not “10”"),
    (
      ["--number=99999999999999999999"],
      "--number takes a number from 1 to 9, not “99999999999999999999”"
    ),
    (["--color", "blue"], "--color takes red or green, not “blue”"),
    (["--move", "a"], "--move requires OLD NEW"),
    (["--unset"], "--unset requires OPTION KEY"),
    (["--list", "bad"], "bad is not a list"), (["-0", "-0"], "zero is given twice"),
  ])
  func whatIsWrongIsToldInALine(words: [String], message: String) {
    do {
      let parsed = try CommandParser.parse(words, into: Sample())
      Issue.record("\(parsed)")
    } catch {
      #expect("\(error)" == message)
      #expect(error is UsageError)
    }
  }

  @Test(arguments: [("-h", HelpRequest.brief), ("--help", .whole), ("--version", .version)])
  func helpCanBeRequestedAnywhere(word: String, request: HelpRequest) {
    #expect(throws: request) { try parse(word) }
    #expect(throws: request) { try parse("a", "-n", "3", word, "--wrong") }
    #expect(throws: Never.self) { try parse("--list", word) }
    #expect(throws: Never.self) { try parse("--", word) }
  }

  @Test func wordsMayBeAnything() throws {
    for word in ["", "é", "👩‍👩‍👧", "--é", "-\u{301}", "--=", "-=", "\u{0}", "a b", "--list\u{301}=x"] {
      _ = message(word)
      #expect(try parse("--", word).rest == [word])
      #expect(try parse("-l", word).place.list == word)
    }
  }

  // MARK: Help

  @Test func helpIsMadeFromDeclarations() {
    let text = HelpPage.whole(Sample.about, Sample.arguments.facts)
    #expect(
      text == """
        Try all kinds.

        USAGE: targets sample [OPTIONS] A B ...

        ARGUMENTS:
          A                       The first.
          B ...                   The others.

        OPTIONS:
          -1, --one               One.
          -0, --zero              Zero.
          -n, --number N          A number.
          --color COLOR           A color. (red, green)
          -m, --multi[=N]         Several.
          --move OLD NEW          Two words.
          --unset OPTION [KEY]    One or two.
          --set OPTION [VALUE] ...
                                  All that follows.

        LIST:
          -l, --list LIST         The list.
          --open                  Open.

        """)
    #expect(
      HelpPage.brief(Sample.about, Sample.arguments.facts) == """
        Try all kinds.
        USAGE: targets sample [OPTIONS] A B ...

        Options: -1, --one, -0, --zero, -n, --number N, --color COLOR,
          -m, --multi[=N], --move OLD NEW, --unset OPTION [KEY],
          --set OPTION [VALUE] ...
        List: -l, --list LIST, --open

        All options: targets sample --help

        """)
  }
}

/// A command that refuses an option of a group together with one of its own.
private struct Picky: ProgramCommand {
  static let about = CommandText("picky", "Refuse.")

  private var text = ""
  var sample = Sample.Place()

  static var arguments: Arguments<Self> {
    Arguments {
      Argument(like: ArgumentFacts(kind: .option, names: ["-t"], values: ["A", "B"], help: "")) {
        $0.text = $1.joined(separator: "+")
      }
      Arguments.group(\.sample, under: "List")
    }
  }

  func check(given: [GivenArgument]) throws {
    for argument in given where argument.facts.heading == "List" {
      throw UsageError("\(argument.name) of \(given.count), \(text)")
    }
  }

  func run() {}
}

struct GivenOptionTests {
  @Test func aCommandKnowsTheGivenArguments() throws {
    let picky = try CommandParser.parse(["-t", "1", "2"], into: Picky())
    #expect(!picky.sample.isOpen)
    #expect(throws: UsageError("--open of 2, 1+2")) {
      try CommandParser.parse(["-t", "1", "2", "--open"], into: Picky())
    }
    // Groups of options are checked after their single options.
    #expect(throws: UsageError("-l of 1, ")) {
      try CommandParser.parse(["-l", "bad"], into: Picky())
    }
  }
}
