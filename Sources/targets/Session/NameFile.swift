import Browser
import Glibc
import NameIndex

/// Writes the names of a listing to a file.
enum NameFile {
  /// Writes a name a line: the whole file, or none.
  ///
  /// A file that is there already is left alone.
  ///
  /// - Returns: The number of names.
  @concurrent
  static func write(_ listing: Listing, to path: String) async throws -> Int {
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
    // Not a rename: what somebody else has in that place stays there.
    let isInPlace = link(beside, path) == 0
    let reason = String(cString: strerror(errno))
    unlink(beside)
    guard isInPlace else { throw Failure("\(path): \(reason)") }
    return listing.count
  }
}
