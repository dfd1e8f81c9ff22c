import Glibc

/// The tests' web server, `Web/server.py`, on free ports of the loopback interface; ends on release.
///
/// Each of its paths serves a list in one way, or has a fault.
public final class WebServer: Sendable {
  /// The server that all tests share, since they do not change it, and starting one takes longer
  /// than most tests.
  public static let shared = Result { try WebServer() }

  // These two are only retained.
  nonisolated(unsafe) private let child: ChildProcess
  nonisolated(unsafe) private let input: Descriptor
  private let ports: [String: Int]

  /// Starts the servers: those with HTTP, and one with TLS for each certificate.
  ///
  /// - Parameter certificates: Files with a certificate and its key, by the name of the server.
  /// - Throws: ``HarnessError`` if it does not start; Python is needed.
  public init(certificates: [String: String] = [:]) throws {
    let script = "\(#filePath)".split(separator: "/").dropLast().joined(separator: "/")
    let (reading, writing) = try Descriptor.pipe()
    let output = try Descriptor.pipe()
    child = try ChildProcess(
      "/usr/bin/env",
      ["python3", "/\(script)/Web/server.py"] + certificates.map { "\($0.key)=\($0.value)" },
      environment: ProgramEnvironment().variables, directory: nil,
      sources: [.descriptor(reading), .descriptor(output.writing), .path("/dev/null", O_WRONLY)])
    input = writing
    reading.close()
    output.writing.close()
    ports = try Self.ports(from: output.reading)
  }

  /// An address of a server: `plain` and `other` speak HTTP, `hole` never answers.
  ///
  /// - Precondition: There is a server with this name.
  public func address(_ path: String, of name: String = "plain", host: String = "127.0.0.1")
    -> String
  {
    guard let port = ports[name] else { preconditionFailure("there is no server \(name)") }
    let scheme = ["plain", "other", "hole"].contains(name) ? "http" : "https"
    return "\(scheme)://\(host):\(port)/\(path)"
  }

  private static func ports(from pipe: Descriptor) throws(HarnessError) -> [String: Int] {
    pipe.stopBlocking()
    let deadline = ContinuousClock.now.advanced(by: .seconds(60))
    var bytes: [UInt8] = []
    while true {
      var set = pollfd(fd: pipe.number, events: Int16(POLLIN), revents: 0)
      guard poll(&set, 1, deadline.millisecondsAway) > 0, pipe.drain(into: &bytes) else {
        throw .timedOut("server.py")
      }
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      if lines.last == "ready" {
        let pairs = lines.dropLast().map { $0.split(separator: " ") }
        return Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), Int($0[1]) ?? 0) })
      }
    }
  }
}
