import Files
import Glibc

/// The lines that were entered in earlier runs, oldest first.
///
/// Errors are ignored. Links and other users' files are not opened; no one else can read the file.
struct HistoryFile {
  static let maximumLines = 1000

  /// The maximum number of bytes to read; history files of this program are shorter.
  private static let maximumBytes = 8 << 20

  private let path: String
  private var count = 0

  init(path: String) {
    self.path = path
  }

  mutating func read() -> [String] { readLines() ?? [] }

  /// `nil` if the file cannot be read.
  private mutating func readLines() -> [String]? {
    guard let descriptor = openExisting(O_RDONLY) else { return nil }
    defer { close(descriptor) }
    guard let bytes = try? Files.read(descriptor, limit: Self.maximumBytes) else { return nil }
    let lines = bytes.split(separator: 0x0A).suffix(Self.maximumLines)
    count = lines.count
    return lines.compactMap { line in
      line.count > LineLimit.bytes ? nil : String(decoding: line.filter { $0 != 0 }, as: UTF8.self)
    }
  }

  /// Appends a line; a full file first loses its oldest tenth.
  mutating func append(_ line: String) {
    if count >= Self.maximumLines { shorten() }
    guard let descriptor = openExisting(O_WRONLY | O_APPEND) ?? create() else { return }
    defer { close(descriptor) }
    if Self.write([line], to: descriptor) { count += 1 }
  }

  private mutating func shorten() {
    guard let lines = readLines()?.suffix(Self.maximumLines * 9 / 10),
      let file = try? NewFile(at: "\(path).\(getpid())"),
      Self.write(Array(lines), to: file.descriptor), (try? file.replace(path)) != nil
    else { return }
    count = lines.count
  }

  private static func write(_ lines: [String], to descriptor: Int32) -> Bool {
    var bytes: [UInt8] = []
    for line in lines {
      bytes += line.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
      bytes.append(0x0A)
    }
    // Writes with a single call, so that the lines of two programs do not mix.
    return Glibc.write(descriptor, bytes, bytes.count) == bytes.count
  }

  private func openExisting(_ flags: Int32) -> Int32? {
    let descriptor = open(path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    let isOurs =
      fstat(descriptor, &status) == 0 && status.st_uid == geteuid()
      && status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
    if isOurs { return descriptor }
    close(descriptor)
    return nil
  }

  private func create() -> Int32? {
    try? Files.makeFolder(Files.folder(of: path))
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    return descriptor < 0 ? nil : descriptor
  }
}
