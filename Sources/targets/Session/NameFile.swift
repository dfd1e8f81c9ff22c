import ListModel
import Browser
import CGlibc
import Glibc
import NameSearch

enum NameFile {
  /// Writes one name per line to a new file and returns the number of names.
  ///
  /// An existing file is not overwritten. After an error, no incomplete file is left.
  static func write(_ listing: Listing, to path: String) throws -> Int {
    let beside = path + ".\(getpid()).new"
    let descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Failure("\(path): \(String(cString: strerror(errno)))") }
    do {
      defer { close(descriptor) }
      var output = Output(descriptor: descriptor)
      try ListPrinter(format: .names).print(
        listing, heading: .init(list: "", query: ""), to: &output)
      if fsync(descriptor) != 0 { throw Failure(String(cString: strerror(errno))) }
    } catch {
      unlink(beside)
      throw Failure("\(path): \(error)")
    }
    if let code = put(beside, inPlaceOf: path) {
      unlink(beside)
      throw Failure("\(path): \(String(cString: strerror(code)))")
    }
    return listing.count
  }

  /// Renames a file unless the new name is taken; returns `nil` or an `errno`.
  ///
  /// Several ways are tried: some file systems lack renaming without replacement, or links.
  static func put(
    _ file: String, inPlaceOf path: String, using ways: [Way] = [.rename, .link, .placeholder]
  ) -> CInt? {
    var code: CInt = 0
    for way in ways {
      code = way.put(file, inPlaceOf: path)
      if code == 0 { return nil }
      if code == EEXIST { return code }
    }
    return code
  }

  enum Way {
    /// One system call, which fails if the new name is taken.
    case rename
    case link

    /// Creates an empty file, which fails if the name is taken, and replaces that file.
    case placeholder

    fileprivate func put(_ file: String, inPlaceOf path: String) -> CInt {
      switch self {
      case .rename: return cglibc_rename_to_new(file, path) == 0 ? 0 : errno
      case .link:
        guard Glibc.link(file, path) == 0 else { return errno }
        unlink(file)
        return 0
      case .placeholder:
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return errno }
        close(descriptor)
        if Glibc.rename(file, path) == 0 { return 0 }
        let code = errno
        unlink(path)
        return code
      }
    }
  }
}
