import Glibc

struct HelperProgram: Equatable, Sendable {
  let name: String
  let path: String

  private static let sharedSchemes = ["https": "http"]

  /// Finds the helper for an address in `directory`, then in the colon-separated `searchPath`.
  ///
  /// Relative paths are skipped, so that no program from the current directory is run.
  ///
  /// - Throws: ``HelperError/noScheme(_:)`` or ``HelperError/missing(_:)``.
  init(
    for address: String, beside directory: String?, searchPath: String?
  ) throws(HelperError) {
    guard let scheme = Self.scheme(of: address) else { throw .noScheme(address) }
    let directories =
      [directory].compactMap { $0 }
      + (searchPath ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    let schemes = [scheme] + [Self.sharedSchemes[scheme]].compactMap { $0 }
    for scheme in schemes {
      for directory in directories {
        let path = "\(directory)/targets-from-\(scheme)"
        if Self.isProgram(path) {
          self.init(name: "targets-from-\(scheme)", path: path)
          return
        }
      }
    }
    throw .missing("targets-from-\(scheme)")
  }

  init(name: String, path: String) {
    self.name = name
    self.path = path
  }

  /// The scheme in lower case (RFC 3986, 3.1), without slashes and thus safe in a file name.
  static func scheme(of address: String) -> String? {
    guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = address[..<colon].lowercased()
    guard let first = scheme.utf8.first, isLetter(first) else { return nil }
    let isScheme = scheme.utf8.allSatisfy { byte in
      isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || "+-.".utf8.contains(byte)
    }
    return isScheme ? scheme : nil
  }

  static var ownDirectory: String? {
    var link = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &link, link.count)
    let path = String(
      decoding: link.prefix(max(count, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }
}
