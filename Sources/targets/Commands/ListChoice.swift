import CommandSyntax
import Files
import Glibc
import ListModel
import NameSearch
import PageSources
import Printing
import ShellText
import Substrings
import TargetStore

/// Finds the list that a command means, in the same way for all commands.
extension StoreOptions {
  /// The list of a command that reads `files` instead of the rows of a list; a single regular file,
  /// or the source `address`, has a list of its own.
  func listName(
    of files: [String] = [], from address: ListName? = nil
  ) throws -> ListName {
    if let list = namedList {
      return try listName(list, option: self.list == nil ? "TARGETS_LIST" : "-l")
    }
    if let address { return address }
    if try TargetStore.isOnServer(path: path()) {
      throw Failure("a list on a server requires a name: use -l NAME")
    }
    guard let file = files.first, files.count == 1, Self.isRegular(file) else {
      return try listName("./default", option: "-l")
    }
    return try ListName(path: file, option: "-l")
  }

  /// The list of `-l`, or of `TARGETS_LIST`, which is the default of `-l`.
  private var namedList: String? {
    list ?? Environment.value("TARGETS_LIST").flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The list that is named on the command line.
  ///
  /// - Throws: ``Failure`` without one, since a command that runs programs or drops rows must not guess.
  func givenListName(for option: String = "") throws -> ListName {
    guard list != nil else {
      throw Failure("\(option)requires a list: -l ./NAME or -l NAME")
    }
    return try listName()
  }

  /// Refuses a list that is named but does not exist.
  func check(_ list: ListName, in store: TargetStore) async throws {
    guard namedList != nil else { return }
    let known = try await store.listNames()
    if known.contains(list) { return }
    // The place of a path changes when a repository above it is made or deleted.
    if let path = list.path, let hidden = known.first(where: { $0.path == path }) {
      let folder = ShellLine([hidden.place, hidden.place]).text
      throw Failure(
        "no list “\(list.text)” in \(list.place); a list of that path belongs to \(hidden.place), as before a "
          + "repository was made or deleted; move it: targets lists --move \(folder)")
    }
    // A list with the same name in a parent folder is suggested like a similar name.
    let parts = list.name.text.split(separator: "/")
    let above = parts.indices.dropFirst().lazy.compactMap { start in
      known.first {
        $0.place == list.place && $0.name.text == parts[start...].joined(separator: "/")
      }
    }.first
    let near =
      try above.map { try option(of: $0, near: list) }
      ?? Spelling.nearest(to: list.option, among: known.map(\.option)).flatMap { option in
        try known.first { $0.option == option }.map { try self.option(of: $0, near: list) }
      } ?? known.first { $0.name == list.name && !$0.isOfAddress && !list.isOfAddress }?.option
    throw Failure(
      "no list “\(list.text)”" + (near.map { "; " + Spelling.suggestion(of: $0) } ?? ""))
  }

  /// The option for a list, in the style in which another list of its place was named: a path from
  /// the current folder if that was one.
  private func option(of list: ListName, near other: ListName) throws -> String {
    let typed = namedList ?? ""
    guard let path = list.path, list.place == other.place, !typed.hasPrefix("/") else {
      return list.option
    }
    let here = try ListName.path(".").split(separator: "/")
    let there = path.split(separator: "/")
    let shared = zip(here, there).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: here.count - shared)
    return ((up.isEmpty ? ["."] : up) + there[shared...].map(String.init)).joined(separator: "/")
  }

  /// The list for a name, a path or an address.
  func listName(_ text: String, option: String) throws -> ListName {
    try AddressPassword.refuse(in: text, of: option)
    if let address = ListName(address: text) { return address }
    if [".", ".."].contains(text) {
      throw Failure("\(option): \(text) is a folder; name a list in it, such as ./branches")
    }
    guard text.contains("/") else {
      if text.contains(":") {
        throw Failure("\(option): a list name cannot contain a colon: \(text)")
      }
      do { return try ListName(text) } catch { throw Failure("\(option): \(error)") }
    }
    guard ["/", "./", "../"].contains(where: { text.hasPrefix($0) }) else {
      throw Failure("\(option): a path starts with ./, ../ or /; use ./\(text)")
    }
    if try TargetStore.isOnServer(path: path()) {
      throw Failure("\(option): a list of a place belongs to one machine; give it a name")
    }
    return try ListName(path: text, option: option)
  }

  private static func isRegular(_ file: String) -> Bool {
    var status = stat()
    return stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}

extension ListName {
  /// The list for the path of a file, which need not exist.
  init(path: String, option: String) throws {
    let place = try Self.reporting(path, option) { () throws(Place.Failure) in try Place(of: path) }
    do {
      self.init(try Name(place.name), in: place.folder)
    } catch {
      throw Failure("\(option): \(error)")
    }
  }

  /// A path in the form that places have.
  static func path(_ path: String) throws -> String {
    try reporting(path, "--move") { () throws(Place.Failure) in try Place.canonical(path) }
  }

  private static func reporting<Value>(
    _ path: String, _ option: String, _ body: () throws(Place.Failure) -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch .isFolder {
      throw Failure("\(option): \(path) is a folder; name a list in it, such as ./branches")
    } catch .invalidUTF8 {
      throw Failure("\(option): the path of the folder is not valid UTF-8")
    } catch .unreadable(let error) {
      throw Failure("\(option): \(Files.folder(of: path)): \(error)")
    }
  }
}
