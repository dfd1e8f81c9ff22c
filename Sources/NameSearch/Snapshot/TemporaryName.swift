import Files
import Glibc

/// The name of a file that is being written, which contains the writing process.
struct TemporaryName {
  let folder: String

  /// `NAME.PROCESS.RANDOM.new`, where NAME is the name of the file to be replaced.
  let text: String

  private let beginning: String
  private static let end = ".new"

  /// A file this old has no writer, even if another process has its writer's number by now.
  private static let longestWriting = 24 * 60 * 60

  init(of path: String) {
    folder = Files.folder(of: path)
    beginning = "\(path.split(separator: "/").last ?? "")."
    let random = String(UInt64.random(in: .min ... .max), radix: 16)
    text = "\(beginning)\(getpid()).\(random)\(Self.end)"
  }

  /// Removes the files of writers of the same file that no longer exist.
  func removeStale() {
    guard let list = opendir(folder) else { return }
    defer { closedir(list) }
    while let entry = readdir(list) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if isStale(name) { unlink("\(folder)/\(name)") }
    }
  }

  private func isStale(_ name: String) -> Bool {
    guard name.hasPrefix(beginning), name.hasSuffix(Self.end) else { return false }
    let parts = name.dropFirst(beginning.count).dropLast(Self.end.count).split(separator: ".")
    guard parts.count == 2, let process = pid_t(parts[0]), process > 0 else { return false }
    if kill(process, 0) != 0, errno == ESRCH { return true }
    var status = stat()
    guard lstat("\(folder)/\(name)", &status) == 0 else { return false }
    return time(nil) - status.st_mtim.tv_sec > Self.longestWriting
  }
}
