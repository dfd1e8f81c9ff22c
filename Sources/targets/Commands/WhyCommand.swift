import CommandSyntax
import ListModel
import NameSearch
import Printing
import TargetStore
import TerminalText

/// Prints the decision on a row and its history, and what a run would do.
struct WhyCommand: ReadingCommand {
  static let about = CommandText(
    "why", "Print what was decided about a row, what was run, and what a run would do.",
    usage: "targets why [OPTIONS] NAME ...",
    discussion: """
      EXAMPLES:
        targets why -l ./branches feature/login
        targets why -l accounts --id 1007
      """)

  var names = EditedNames()
  private var id = IDOption()
  var store = StoreOptions()

  static var arguments: Arguments<Self> {
    Arguments {
      Arguments.group(\.names, under: "Input")
      Arguments.group(\.id)
      Arguments.group(\.store, under: "List")
    }
  }

  func check() throws {
    if names.given.isEmpty, id.id.isEmpty { throw UsageError("a NAME or --id is required") }
  }

  func run() async throws {
    let (opened, list) = (try store.open(), try store.listName())
    try await store.check(list, in: opened)
    let read = try await names.read(forEdit: false)
    let names = read.names
    let known = try await id.rows(of: list, in: opened)
    var rows = known.rows.map { (name: $0.name, flags: Flags?.some($0.flags)) }
    var missing = UnknownRows(ids: known.unknown)
    for place in 0..<names.count {
      let name = names[place]
      let found = try await opened.rows(called: name, in: list)
      rows += found.map { (name: $0.0, flags: $0.1) }
      if !found.isEmpty { continue }
      // A command may have been run for a row of an input that the list does not have.
      let ran = try await opened.outcomes(onAllStatesOf: [name], in: list)
      if ran.isEmpty { missing.names.add(name) } else { rows.append((name, nil)) }
    }
    missing.report(by: "why", in: list)
    try await print(rows, of: list, in: opened)
    if !missing.isEmpty || !read.areAll { throw ExitStatus.nothing }
  }

  private func print(
    _ rows: [(name: Name, flags: Flags?)], of list: ListName, in opened: TargetStore
  ) async throws {
    let names = rows.map(\.name)
    let remarks = try await opened.remarks(on: names, in: list)
    let outcomes = try await opened.outcomes(onAllStatesOf: names, in: list)
    let texts = try await opened.texts(of: names, in: list)
    let recipe = try await ListRecipe.readable(of: list, in: opened)
    var output = Output(glyphs: Environment.glyphs)
    for (row, flags) in rows {
      let reasons = RowReasons(
        name: row, list: list, flags: flags, remark: remarks[row] ?? Remark(),
        detail: texts[row]?.detail, outcomes: outcomes[row] ?? [], recipe: recipe)
      for line in reasons.lines {
        try output.show(line: line)
        try output.write("\n")
      }
    }
    try output.flush()
  }
}
