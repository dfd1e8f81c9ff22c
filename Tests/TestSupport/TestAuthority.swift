import Foundation

/// A certificate authority for the tests, made by openssl when it is needed.
public struct TestAuthority: Sendable {
  private static let curve = "ec_paramgen_curve:P-256"

  private let directory: TemporaryDirectory

  /// Makes the authority, with its files in a directory.
  ///
  /// - Throws: ``HarnessError`` if openssl is missing.
  public init(in directory: TemporaryDirectory = TemporaryDirectory()) throws {
    self.directory = directory
    try Self.openssl(
      "req", "-x509", "-newkey", "ec", "-pkeyopt", Self.curve, "-nodes", "-days", "2", "-subj",
      "/CN=Tests",
      "-keyout", directory.path("authority.key"), "-out", path)
  }

  /// The file with its certificate, for clients that should trust it.
  public var path: String { directory.path("authority.pem") }

  /// Makes a certificate with its key in one file.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - host: The network address for which it is valid.
  ///   - days: How many days it is valid from now on; a negative number means that it has expired.
  /// - Returns: The path of the file.
  /// - Throws: The error of openssl or of the file system.
  public func certificate(_ name: String, host: String = "127.0.0.1", days: Int = 2) throws
    -> String
  {
    let key = directory.path("\(name).key")
    let request = directory.path("\(name).csr")
    let extensions = try directory.write("subjectAltName=IP:\(host)", to: "\(name).ext")
    try Self.openssl(
      "req", "-newkey", "ec", "-pkeyopt", Self.curve, "-nodes", "-subj", "/CN=\(name)", "-keyout",
      key, "-out",
      request)
    try Self.openssl(
      "x509", "-req", "-in", request, "-CA", path, "-CAkey", directory.path("authority.key"),
      "-CAcreateserial", "-days", "\(days)", "-extfile", extensions, "-out",
      directory.path("\(name).crt"))
    return try joined(name)
  }

  /// Makes a certificate that only itself has signed.
  ///
  /// - Returns: The path of the file that holds it and its key.
  /// - Throws: The error of openssl or of the file system.
  public func selfSigned(_ name: String) throws -> String {
    try Self.openssl(
      "req", "-x509", "-newkey", "ec", "-pkeyopt", Self.curve, "-nodes", "-days", "2", "-subj",
      "/CN=\(name)",
      "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", directory.path("\(name).key"), "-out",
      directory.path("\(name).crt"))
    return try joined(name)
  }

  private func joined(_ name: String) throws -> String {
    let parts = try [directory.path("\(name).crt"), directory.path("\(name).key")].map {
      try String(contentsOfFile: $0, encoding: .utf8)
    }
    return try directory.write(parts.joined(), to: "\(name).pem")
  }

  private static func openssl(_ arguments: String...) throws {
    let run = try ProgramRun("/usr/bin/openssl", arguments)
    guard run.status == .code(0) else { throw HarnessError.failed("openssl", run.error) }
  }
}
