import CommandSyntax
import ListModel
import NameSearch
import Printing
import TargetStore
import TerminalText

/// Prints what was decided about a row, and what a run would do.
struct WhyCommand: ProgramCommand {
  static let about = CommandText(
    "why", "Print what was decided about a row, what was run, and what a run would do.",
    usage: "targets why [OPTIONS] NAME ...",
    discussion: """
      EXAMPLES:
        targets why -l ./branches feature/login
      """)

  var names = EditedNames()
  var strictness = StrictOption()
  var store = StoreOptions()

  static var arguments: Arguments<Self> {
    Arguments {
      Arguments.group(\.names)
      Arguments.group(\.strictness, under: "Input")
      Arguments.group(\.store, under: "List")
    }
  }

  func check() throws {
    if names.given.isEmpty { throw UsageError("a NAME is required") }
  }

  func run() async throws {
    let (opened, list) = (try store.open(), try store.listName())
    try await store.check(list, in: opened)
    let names = try await names.read(isStrict: strictness.strict)
    let recipe = try await ListRecipe.readable(of: list, in: opened)
    var output = Output(glyphs: Environment.glyphs)
    var isMissing = false
    for place in 0..<names.count {
      let name = names[place]
      let rows = try await opened.rows(called: name, in: list)
      if rows.isEmpty {
        complain("why: \(name.original): not in list “\(list.text)”")
        isMissing = true
      }
      let called = rows.map(\.0)
      let remarks = try await opened.remarks(on: called, in: list)
      let outcomes = try await opened.outcomes(onAllStatesOf: called, in: list)
      let texts = try await opened.texts(of: called, in: list)
      for (row, flags) in rows {
        let reasons = RowReasons(
          name: row, list: list, flags: flags, remark: remarks[row] ?? Remark(),
          detail: texts[row]?.detail, outcomes: outcomes[row] ?? [], recipe: recipe)
        for line in reasons.lines {
          try output.show(line: line)
          try output.write("\n")
        }
      }
    }
    try output.flush()
    if isMissing { throw ExitStatus.nothing }
  }
}
