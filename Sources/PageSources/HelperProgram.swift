import Glibc
import Processes

/// A helper that is part of `targets`: started by this name, the program acts as the helper.
package enum BuiltInHelper: String {
  case demo = "targets-from-demo"
  case http = "targets-from-http"

  fileprivate init?(scheme: String) {
    switch scheme {
    case "demo": self = .demo
    case "http", "https": self = .http
    default: return nil
    }
  }
}

struct HelperProgram: Equatable, Sendable {
  let name: String
  let path: String

  /// Finds the helper for an address in `targets`, beside it, or in the colon-separated `searchPath`.
  ///
  /// Relative paths are skipped, so that no program from the current directory is run. `targets` is
  /// the path of the program.
  ///
  /// - Throws: ``HelperError/noScheme(_:)`` or ``HelperError/missing(_:)``.
  init(
    for address: String, of targets: String, searchPath: String?
  ) throws(HelperError) {
    guard let scheme = Self.scheme(of: address) else { throw .noScheme(address) }
    if let helper = BuiltInHelper(scheme: scheme) {
      self.init(name: helper.rawValue, path: targets)
      return
    }
    let name = "targets-from-\(scheme)"
    let directories =
      [Self.directory(of: targets)].compactMap { $0 }
      + SearchPath.folders(of: searchPath ?? "")
    guard let path = directories.map({ "\($0)/\(name)" }).first(where: Self.isProgram) else {
      throw .missing(name)
    }
    self.init(name: name, path: path)
  }

  init(name: String, path: String) {
    self.name = name
    self.path = path
  }

  /// The scheme in lower case (RFC 3986, 3.1), which has no slash and so is safe in a file name.
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

  /// The directory of a program, or of the program that a link leads to.
  private static func directory(of program: String) -> String? {
    var link = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(program, &link, link.count)
    let target = String(
      decoding: link.prefix(max(count, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    let path = target.isEmpty ? program : target
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
