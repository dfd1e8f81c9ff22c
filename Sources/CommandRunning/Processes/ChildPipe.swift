import CSpawn
import Glibc

/// A pipe from a program to this process.
struct ChildPipe {
  /// Non-blocking.
  let reading: Int32

  /// For the program.
  let writing: Int32

  init() throws(ProgramPath.Failure) {
    var ends: (Int32, Int32) = (-1, -1)
    let failure = cspawn_pipe(&ends.0, &ends.1)
    guard failure == 0 else { throw ProgramPath.Failure(code: failure) }
    (reading, writing) = ends
  }

  func closeWriting() { close(writing) }

  func closeBoth() {
    close(reading)
    close(writing)
  }
}
