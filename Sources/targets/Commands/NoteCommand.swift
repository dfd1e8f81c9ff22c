import Printing
import CommandSyntax
import ListModel
import NameSearch

struct NoteCommand: ProgramCommand {
  static let about = CommandText(
    "note", "Set the note of a row, or remove it.",
    usage: """
      targets note [OPTIONS] NAME TEXT
      targets note [OPTIONS] --id ID TEXT
      targets note [OPTIONS] NAME --clear
      """,
    discussion: """
      EXAMPLES:
        targets note -l hosts db-07 'owner asked, answers by Friday'
        targets note -l hosts db-07 --clear
        targets show -l hosts --noted --format csv
      """)

  var name: String?

  var text: String?

  var clear = false

  var add = false

  var choice = RowChoice()
  var store = StoreOptions()

  /// The operands: a name unless an ID is given, and a note unless it is removed.
  private var words: [String] { [name, text].compactMap(\.self) }

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.operand("NAME", help: "The name of the row; not allowed with --id.") { $0.name = $1 }
      Argument.operand("TEXT", help: "The text of the note; not allowed with --clear.") {
        $0.text = $1
      }
      Argument.flag("--clear", help: "Remove the note.") { $0.clear = true }
      Argument.flag("--add", help: "Add the name if it is not in the list yet.") { $0.add = true }
      Arguments.group(\.choice)
      Arguments.group(\.store, under: "List")
    }
  }

  func check() throws {
    let wanted = (choice.id.isEmpty ? 1 : 0) + (clear ? 0 : 1)
    guard words.count == wanted else {
      throw UsageError("takes NAME TEXT, --id ID TEXT, or --clear instead of TEXT")
    }
    if clear, add { throw UsageError("--add cannot be combined with --clear") }
    try choice.check(adds: add)
  }

  func run() async throws {
    var words = words
    var names = NameBatch()
    if choice.id.isEmpty { names.append(try Name(argument: words.removeFirst())) }
    let note: Note?
    do {
      note = try words.first.map { try Note($0) }
    } catch {
      throw Failure("note: \(error)")
    }
    try await RowEdit(word: "note", store: store, choice: choice)
      .make(Edit(.note, [], addsUnknown: add, note: note), of: NamesRead(names: names))
  }
}
