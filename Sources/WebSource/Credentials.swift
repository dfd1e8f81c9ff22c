import Files
import Glibc

/// Secret header fields, which are sent only to one origin.
struct Credentials: Equatable {
  static let tokenVariable = "TARGETS_HTTP_TOKEN"

  private static let largestFile = 64 << 10

  private let origin: WebAddress.Origin
  private let fields: [String]

  /// Reads the header fields in a file, and adds `token` as `Authorization: Bearer …`.
  ///
  /// The file has one `Name: value` per line; empty lines and lines that begin with `#` are ignored.
  ///
  /// - Throws: ``HTTPError/badRequest(_:)`` with the path and the line number, without the content.
  init(for origin: WebAddress.Origin, file path: String?, token: String?) throws(HTTPError) {
    self.origin = origin
    var fields: [String] = []
    if let path {
      for (number, line) in try Self.lines(of: path).enumerated()
      where !line.isEmpty && !line.hasPrefix("#") {
        guard Self.isField(line) else {
          throw .badRequest("\(path): line \(number + 1): not in the form “Name: value”")
        }
        fields.append(line)
      }
    }
    if let token, !token.isEmpty {
      let field = "Authorization: Bearer \(token)"
      guard Self.isField(field) else {
        throw .badRequest("\(Self.tokenVariable): contains a line break or a control character")
      }
      fields.append(field)
    }
    self.fields = fields
  }

  func fields(for origin: WebAddress.Origin) -> [String] {
    origin == self.origin ? fields : []
  }

  /// Checks a field (RFC 9110, 5.6.2); libcurl would not send a field with an empty value.
  private static func isField(_ line: String) -> Bool {
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let name = line[..<colon].utf8
    let isName = name.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
        || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
    let value = line[colon...].dropFirst()
    return !name.isEmpty && isName && !value.trimmed.isEmpty
      && value.utf8.allSatisfy { $0 == 0x09 || $0 > 0x1f && $0 != 0x7f }
  }

  private static func lines(of path: String) throws(HTTPError) -> [String] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw .badRequest("\(path): \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .badRequest("\(path): not a regular file")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw .badRequest("\(path): readable by others; run chmod 600 on it")
    }
    guard let bytes = try? Files.read(descriptor, limit: largestFile),
      bytes.count <= largestFile, !bytes.contains(0),
      String(validating: bytes, as: UTF8.self) != nil
    else { throw .badRequest("\(path): too large, or not valid UTF-8") }
    // Split bytes, because CR LF is a single `Character` of a `String`.
    return bytes.split(separator: 0x0a, omittingEmptySubsequences: false).map {
      String(decoding: $0.last == 0x0d ? $0.dropLast() : $0, as: UTF8.self)
    }
  }
}
