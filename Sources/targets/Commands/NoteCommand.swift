import Printing
import ArgumentParser
import ListModel
import NameSearch

struct NoteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "note", abstract: "Set the note of a name, or remove it.",
    usage: """
      targets note [OPTIONS] NAME TEXT
      targets note [OPTIONS] --id ID TEXT
      targets note [OPTIONS] NAME --clear
      """,
    discussion: """
      EXAMPLES:
        targets note --list people 'Bo Berg' 'asked, answers by Friday'
        targets note --list people 'Bo Berg' --clear
        targets list --list people --noted --format csv
      """)

  @Argument(help: ArgumentHelp("The name, if there is no --id.", valueName: "name"))
  var name: String?

  @Argument(help: ArgumentHelp("The note; none is removed with --clear.", valueName: "text"))
  var text: String?

  @Flag(help: "Remove the note.")
  var clear = false

  @Flag(help: "Add the name if it is not in the list instead of reporting it.")
  var add = false

  @OptionGroup var choice: RowChoice
  @OptionGroup(title: "Kept list") var store: StoreOptions

  /// The words: a name unless an ID is given, and a note unless it is removed.
  private var words: [String] { [name, text].compactMap(\.self) }

  func validate() throws {
    let wanted = (choice.id.isEmpty ? 1 : 0) + (clear ? 0 : 1)
    guard words.count == wanted else {
      throw ValidationError("note takes NAME TEXT, --id ID TEXT, or --clear in place of TEXT")
    }
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
      .make(Edit(.note, [], addsUnknown: add && note != nil, note: note), of: names)
  }
}
