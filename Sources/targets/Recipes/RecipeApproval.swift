import Files
import Glibc
import ListModel
import Printing
import TerminalText

/// The recipes that this user approved on this machine, by their exact texts, each for one folder.
///
/// This is not in the store, because anyone who can write to the store could approve for others.
struct RecipeApproval {
  private let text: String

  init(of recipe: Recipe, for list: ListName) {
    text = (list.folder ?? "") + "\0" + recipe.text
    isNeeded = !recipe.hasNoCommands
  }

  private let isNeeded: Bool

  /// Whether its commands may run.
  var isGiven: Bool { !isNeeded || isGivenExplicitly }

  /// Whether the user made or approved exactly this text.
  var isGivenExplicitly: Bool {
    guard let path else { return false }
    let bytes = try? Files.read(path, limit: 1 << 21)
    return bytes.map { $0.elementsEqual(text.utf8) } ?? false
  }

  func give() throws {
    guard let path else { throw Failure("an approval requires HOME or XDG_STATE_HOME") }
    do {
      try Files.makeFolder(Files.folder(of: path))
      let file = try NewFile(at: "\(path).\(getpid())")
      try Array(text.utf8).withUnsafeBytes { try file.write($0, at: 0) }
      try file.replace(path)
    } catch {
      throw Failure("\(path): \(error)")
    }
  }

  /// The name is a checksum; the content of the file is compared with the recipe.
  private var path: String? {
    Self.folder.map { "\($0)/\(String(text.checksum, radix: 16))" }
  }

  private static var folder: String? {
    Environment.folder("XDG_STATE_HOME", orInHome: ".local/state").map { $0 + "/targets/approved" }
  }
}
