import Foundation
import Glibc
import TestSupport

/// A second program that edits a store, whose output is read meanwhile.
final class WriterProcess {
  private let process = Process()
  private let output = Pipe()

  /// Starts `count` edits of names that start with `prefix`.
  init(_ path: String, prefix: String, count: Int) throws {
    process.executableURL = URL(fileURLWithPath: try Executable.path(named: "store-writer"))
    process.arguments = [path, "default", prefix, "\(count)"]
    process.standardOutput = output
    try process.run()
  }

  /// Reads until this many edits are acknowledged, kills the program, and reads to the end.
  ///
  /// - Returns: The names of all acknowledged edits.
  func names(killedAfter limit: Int = .max) -> [String] {
    var bytes = Data()
    var isKilled = false
    while case let chunk = output.fileHandleForReading.availableData, !chunk.isEmpty {
      bytes += chunk
      if !isKilled, Self.lines(bytes).count > limit {  // the first line has the existing names
        isKilled = true
        kill(process.processIdentifier, SIGKILL)
      }
    }
    process.waitUntilExit()
    return Self.lines(bytes).dropFirst().map { $0 }
  }

  /// Complete lines only: an incomplete line acknowledges nothing.
  private static func lines(_ bytes: Data) -> [String] {
    bytes.split(separator: 0x0a, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
