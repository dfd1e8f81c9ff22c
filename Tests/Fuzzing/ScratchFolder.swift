import Glibc

/// A folder for the files of a target, in memory if possible; removed at the end.
final class ScratchFolder {
  let path: String

  /// - Throws: ``Fault`` if it cannot be created.
  init() throws(Fault) {
    let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(parent)/targets-fuzz-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Fault("\(parent): no folder can be made") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in files { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// The names of all files, sorted.
  var files: [String] {
    guard let list = opendir(path) else { return [] }
    defer { closedir(list) }
    var names: [String] = []
    while let entry = readdir(list) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  func removeAll() {
    for name in files { unlink("\(path)/\(name)") }
  }

  /// Writes a file that only this user can access, replacing an existing one.
  func write(_ bytes: [UInt8], to name: String) throws(Fault) {
    let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw Fault("\(path)/\(name): cannot be written")
    }
  }

  func read(_ name: String) throws(Fault) -> [UInt8] {
    let descriptor = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      throw Fault("\(path)/\(name): cannot be read")
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(count, 0)))
  }
}
