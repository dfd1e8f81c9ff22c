import Browser
import CGlibc
import Glibc
import NameSearch

/// Writes the names of a listing to a file.
enum NameFile {
  /// Writes a name a line: the whole file, or none.
  ///
  /// A file that is there already is left alone.
  ///
  /// - Returns: The number of names.
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

  /// Gives a file its name, unless something is called so: what somebody else has there stays.
  ///
  /// Not every file system knows how to rename in this way, nor links.
  ///
  /// - Returns: `nil`, or the `errno` of what stood in the way.
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

  /// How a file can get a name that is free.
  enum Way {
    /// In one step of the system's.
    case rename

    /// By a second name, after which the first one goes.
    case link

    /// In place of an empty file that this program has just made there.
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
