import CPlantedFaults
import Glibc

/// A program for libFuzzer; it runs the target that the variable `FUZZ` names.
///
/// If `FUZZ_CONTROL` is set, a fault is planted in the target, which must be found. With its values
/// `memory` and `undefined`, the fault is in C, for the sanitizers.
enum Fuzz {
  static func target() throws -> any FuzzTarget {
    let names = FuzzTargets.all.map(\.key).joined(separator: ", ")
    guard let name = getenv("FUZZ"), let target = FuzzTargets.named(String(cString: name)) else {
      throw Fault("FUZZ must be one of \(names)")
    }
    return try target.init(isControl: planted == "1")
  }

  static var planted: String? { getenv("FUZZ_CONTROL").map { String(cString: $0) } }

  /// Ends the program, so that libFuzzer stores the input.
  static func fail(_ reason: String) -> Never {
    say("FAULT: \(reason)")
    abort()
  }

  static func say(_ sentence: String) {
    let line = Array("fuzz: \(sentence)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}

// libFuzzer calls from a single thread: first the initializer, then the function for each input.
private nonisolated(unsafe) var target: (any FuzzTarget)?
private nonisolated(unsafe) var pace = Pace()
private nonisolated(unsafe) var planted: String?

/// Makes the target.
@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzing(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>
) -> CInt {
  do {
    target = try Fuzz.target()
    planted = Fuzz.planted
  } catch {
    Fuzz.say("\(error)")
    exit(2)
  }
  return 0
}

/// Runs an input.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  if planted == "memory" { planted_read_beyond(start, count) }
  if planted == "undefined" { planted_overflow(CInt(clamping: count)) }
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  do {
    try pace.check(count) { try target?.run(input) }
  } catch {
    Fuzz.fail("\(error)")
  }
  return 0
}
