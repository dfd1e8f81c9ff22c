import Glibc

/// The place of a list's path: the git work tree that contains it, or else its folder.
package struct Place: Equatable, Sendable {
  /// Why a path has no place.
  package enum Failure: Error, Equatable {
    /// It ends with a slash, or is `.` or `..`.
    case isFolder

    /// The current folder was deleted, or cannot be read.
    case unreadable(FileError)

    case invalidUTF8
  }

  /// The canonical path of the folder.
  package let folder: String

  /// The path relative to that folder.
  package let name: String

  /// Finds the place for the path of a file; neither the file nor its folders need to exist.
  ///
  /// Links to folders are followed, but not a link that the path itself names. Linked work trees of
  /// git share the place of the main one, or of their bare repository. A submodule is a separate
  /// place. Git is not run; the files that are read here are described in `gitrepository-layout`.
  package init(of path: String) throws(Failure) {
    let last = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    if ["", ".", ".."].contains(last) { throw .isFolder }
    let folder = try Self.canonical(Files.folder(of: path))
    var tree: String? = folder
    while let place = tree, access(Self.join(place, ".git"), F_OK) != 0 {
      tree = place == "/" ? nil : Files.folder(of: place)
    }
    let place = tree ?? folder
    name = String(Self.join(folder, String(last)).dropFirst(place == "/" ? 1 : place.count + 1))
    self.folder = tree.map(Self.repository) ?? folder
  }

  /// The canonical path of a folder; if it does not exist, the path that it would have.
  package static func canonical(_ folder: String) throws(Failure) -> String {
    if let found = realpath(folder, nil) {
      defer { free(found) }
      guard let text = String(validatingCString: found) else { throw .invalidUTF8 }
      return text
    }
    let error = FileError()
    guard [ENOENT, ENOTDIR].contains(error.code), !["", ".", "/"].contains(folder) else {
      throw .unreadable(error)
    }
    let above = try canonical(Files.folder(of: folder))
    switch folder.split(separator: "/").last {
    case ".", nil: return above
    case "..": return Files.folder(of: above)
    case let last?: return join(above, String(last))
    }
  }

  /// The folder that all work trees of a repository share.
  private static func repository(of tree: String) -> String {
    // In the main work tree, `.git` is a folder; otherwise it is a file with the path of one.
    guard let link = text(of: join(tree, ".git")), link.hasPrefix("gitdir:") else { return tree }
    let folder = join(tree, trimmed(link.dropFirst("gitdir:".count)))
    // Only the folder of a further work tree says where the common one is.
    let common = text(of: join(folder, "commondir")).map { trimmed($0[...]) } ?? "."
    guard let shared = try? canonical(join(folder, common)), access(shared, F_OK) == 0 else {
      return tree
    }
    if shared.hasSuffix("/.git") { return Files.folder(of: shared) }
    // The configuration of a submodule's repository names its main work tree.
    let settings = (text(of: join(shared, "config")) ?? "").split(separator: "\n")
    for setting in settings {
      let parts = setting.split(separator: "=", maxSplits: 1).map { trimmed($0) }
      guard parts.count == 2, parts[0] == "worktree" else { continue }
      if let main = try? canonical(join(shared, unquoted(parts[1]))) { return main }
    }
    return shared
  }

  private static func text(of file: String) -> String? {
    var status = stat()
    // Opening a pipe would wait for its writer.
    guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    guard let bytes = try? Files.read(file, limit: 1 << 16) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// A value of git's configuration, which has quotes if it contains `#` or `;`.
  private static func unquoted(_ value: String) -> String {
    guard value.count > 1, value.hasPrefix("\""), value.hasSuffix("\"") else { return value }
    var text = "", isEscaped = false
    for character in value.dropFirst().dropLast() {
      isEscaped = character == "\\" && !isEscaped
      if !isEscaped { text.append(character) }
    }
    return text
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text.drop { $0.isWhitespace })
  }

  private static func join(_ folder: String, _ path: String) -> String {
    if path.hasPrefix("/") { return path }
    return folder.hasSuffix("/") ? folder + path : folder + "/" + path
  }
}
