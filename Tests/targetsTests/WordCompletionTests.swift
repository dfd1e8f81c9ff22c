import CommandSyntax
import Glibc
import TestSupport
import Testing

@testable import targets

@Suite(.ownThreads)
struct WordCompletionTests {
  private func texts(_ words: String...) -> [String] {
    WordCompletion(words).candidates.map(\.text)
  }

  @Test func theFirstWordIsACommandOrAFile() {
    #expect(texts("li") == ["like", "lists"])
    #expect(texts("refresh-") == [])  // hidden
    let all = WordCompletion([""])
    #expect(all.candidates.map(\.text) == CommandList.shown.map { $0.about.name })
    #expect(all.candidates.allSatisfy { !$0.meaning.isEmpty })
    #expect(all.source == .files)
    #expect(texts("help", "re") == ["review", "reopen", "redo", "refresh", "recipe", "report"])
    #expect(texts("help", "show", "") == [])
  }

  @Test func onlyUnusedOptionsOfTheCommandAreCompleted() {
    #expect(texts("--rever") == ["--reverse"])
    #expect(texts("show", "--rever") == [])
    #expect(texts("log", "--s") == ["--strict", "--since", "--store", "--schema"])
    #expect(texts("log", "--since", "7d", "--s") == ["--strict", "--store", "--schema"])
    #expect(texts("--source-option", "a=b", "--source") == ["--source-option"])
    #expect(texts("run", "-").contains("-j"))
    #expect(WordCompletion(["--rever"]).candidates.first?.meaning.isEmpty == false)
  }

  @Test func valuesOfTheOptionAreCompleted() {
    #expect(texts("show", "--format", "c") == ["csv"])
    #expect(texts("show", "--format=c") == ["--format=csv"])
    #expect(texts("log", "--format", "") == ["text", "csv", "json", "ndjson"])
    #expect(texts("shell", "") == ["bash", "zsh", "fish"])
    let list = WordCompletion(["dead", "--list", "pe"])
    #expect(list.source == .lists && list.prefix == "pe" && list.lead == "")
    let joined = WordCompletion(["dead", "--list=pe"])
    #expect(joined.source == .lists && joined.prefix == "pe" && joined.lead == "--list=")
    #expect(WordCompletion(["dead", "--store", ""]).source == .files)
    #expect(WordCompletion(["--name-field", ""]).source == .nowhere)
    #expect(WordCompletion(["dead", "-m", ""]).source == .nowhere)
  }

  @Test func optionsForAListCanPrecedeTheCommand() {
    for options in [
      ["--list", "people"], ["--list=people", "--as", "Ann"], ["-l", "people"], ["-lpeople"],
      ["-l=people"],
    ] {
      #expect(
        WordCompletion(options + ["rev"]).candidates.map(\.text) == ["review"])
      #expect(WordCompletion(options + ["li"]).candidates.map(\.text) == ["like", "lists"])
      let name = WordCompletion(options + ["dead", "Ar"])
      #expect(name.source == .names && name.list == "people" && name.prefix == "Ar")
    }
    #expect(WordCompletion(["--list", ""]).source == .lists)
    #expect(WordCompletion(["--list", "people", "--store", ""]).source == .files)
    #expect(texts("--list", "people", "show", "--format", "c") == ["csv"])
  }

  @Test func rowsAreNamedByOptionsOfAllCommandsThatEdit() {
    let words = [
      "dead", "ok", "reopen", "like", "unlike", "snooze", "wake", "note", "drop",
    ]
    for word in words {
      #expect(texts(word, "--id") == ["--id"])
      #expect(texts(word, "--ev") == ["--every"])
    }
    // Names of new rows name no row that exists.
    #expect(texts("add", "--id") == [] && texts("add", "--ev") == [])
    for word in ["import", "show", "sections", "run", "review"] {
      #expect(texts(word, "--merge") == ["--merge-repeated"])
    }
  }

  @Test func operandsAreNamesOrFiles() {
    let name = WordCompletion(["dead", "--list", "people", "--store=x.db", "Ar"])
    #expect(name.source == .names && name.prefix == "Ar")
    #expect(name.list == "people" && name.store == "x.db")
    #expect(WordCompletion(["dead", "Ada", ""]).source == .names)
    #expect(WordCompletion(["dead", "--", "-x"]).source == .names)
    #expect(WordCompletion(["note", "Ada", ""]).source == .nowhere)
    #expect(WordCompletion(["note", "--list", "people", ""]).source == .names)
    #expect(WordCompletion(["import", ""]).source == .files)
    #expect(WordCompletion(["names.txt", ""]).source == .files)
    #expect(WordCompletion(["show", ""]).source == .nowhere)
    #expect(WordCompletion(["run", "--dead", "--", "gi"]).source == .files)
    for words in [
      ["store", "backup"], ["store", "copy", "a"], ["store", "copy", "set"],
      ["log", "--archive", "3d"],
      ["lists", "--move", "./old"],
    ] {
      #expect(WordCompletion(words + [""]).source == .files, "\(words)")
    }
    #expect(WordCompletion(["log", "--archive", ""]).source == .nowhere)
    #expect(WordCompletion(["new", ""]).source == .nowhere)
    #expect(WordCompletion(["lists", "--rename", ""]).source == .lists)
    #expect(WordCompletion(["lists", "--rename", "old", ""]).source == .nowhere)
    #expect(WordCompletion(["new", "x", "--recipe", "./"]).source == .files)
    #expect(WordCompletion(["new", "x", "--recipe", "gi"]).source == .recipes)
  }

  @Test func valuesWithFixedWords() {
    #expect(texts("--color", "") == ["auto", "always", "never"])
    #expect(texts("show", "--color=n") == ["--color=never"])
    #expect(texts("show", "--order", "") == ["name", "input"])
    #expect(WordCompletion(["show", "--order", ""]).source == .columns)
    #expect(texts("import", "--order", "") == ["input"])
    #expect(texts("import", "--sections", "") == ["column"])
    #expect(texts("recipe", "--set", "no-s") == ["no-sort"])
    #expect(texts("recipe", "--unset", "no-s") == ["no-sort"])
    #expect(texts("store", "set", "") == ["undo-steps"])
    #expect(texts("store", "set", "undo-steps", "") == [])
    #expect(WordCompletion(["store", "check", ""]).source == .nowhere)
    // The last value of --unset is optional.
    #expect(texts("recipe", "--unset", "no-sort", "--l") == ["--list"])
    #expect(texts("new", "x", "--verdict=q=quit:dead", "--on", "q") == ["quit"])
    #expect(texts("new", "x", "--verdict", "r=revoke:dead", "--on", "r") == ["revoke"])
    #expect(texts("show", "+") == ["+s"])
    #expect(texts("+") == ["+s"])
    #expect(WordCompletion(["pick", "+f"]).source == .files)
    #expect(WordCompletion(["dead", "-l", "ppl", "+1"]).source == .names)
    let attached = WordCompletion(["show", "-lpe"])
    #expect(attached.source == .lists && attached.lead == "-l" && attached.prefix == "pe")
    let equals = WordCompletion(["show", "-l=pe"])
    #expect(equals.source == .lists && equals.lead == "-l=" && equals.prefix == "pe")
  }
}

@Suite(.ownThreads)
struct TypedLineTests {
  @Test(arguments: [
    ("targets dead Ar", ["targets", "dead", "Ar"], "Ar"),
    ("targets dead ", ["targets", "dead", ""], ""),
    ("targets dead Arya\\ St", ["targets", "dead", "Arya St"], "Arya\\ St"),
    ("targets dead 'Arya St", ["targets", "dead", "Arya St"], "'Arya St"),
    ("targets dead \"a\\\"b \\x", ["targets", "dead", "a\"b \\x"], "\"a\\\"b \\x"),
    ("targets dead '' x", ["targets", "dead", "", "x"], "x"),
    ("ls | targets li", ["targets", "li"], "li"),
    ("x; targets dead O\\'B", ["targets", "dead", "O'B"], "O\\'B"),
    ("targets dead a\\\nb", ["targets", "dead", "ab"], "a\\\nb"),
    ("targets # dead Ar", ["targets", ""], ""),
    ("", [""], ""),
  ])
  func aLineIsTakenApart(line: String, words: [String], typed: String) {
    #expect(TypedLine(line).words == words)
    #expect(TypedLine(line).typed == typed)
  }

  @Test(arguments: [
    ("x Ar", "Arya Stark", "Arya\\ Stark"),
    ("x Arya\\ S", "Arya Stark", "Arya\\ Stark"),
    ("x 'Ar", "Ar'a $x", "'Ar'\\''a $x"),
    ("x \"Ar", "Ar\"a $x`\\", "\"Ar\\\"a \\$x\\`\\\\"),
    ("x ", "O'B (x) #1 & é/a", "O\\'B\\ \\(x\\)\\ \\#1\\ \\&\\ é/a"),
    ("x \"w", "w!x", "\"w\"'!'\"x"),
    ("x Bo", "Arya", nil),
  ])
  func completedWordsKeepTheirQuotes(line: String, text: String, completed: String?) {
    #expect(TypedLine(line).completed(to: text) == completed)
  }

  /// For Swift, a quote and an accent are one character; for a shell they are not.
  @Test(arguments: [
    "q'\u{301}; touch made; '\u{301}", "r\"\u{301}; touch made; \"\u{301}",
    "s\u{600}`touch \u{301}made\u{600}`", "t\u{600}$(touch made)", "\\\u{301}'\u{301}$(touch made)",
    "w!touch x", "$(touch made)`touch made`;touch made\n",
  ])
  func bashReadsACompletedWordAsTheName(text: String) throws {
    let environment = ProgramEnvironment()
    for quote in ["", "'", "\""] {
      let word = try #require(TypedLine("x " + quote).completed(to: text)) + quote
      if text.contains("\n"), quote.isEmpty { continue }  // such names are not completed
      let run = try ProgramRun(
        "/bin/bash", ["-c", "printf %s \(word)"], environment: environment,
        directory: environment.home.path)
      #expect(run.outputBytes == Array(text.utf8))
      #expect(access(environment.home.path("made"), F_OK) != 0)
    }
  }
}
