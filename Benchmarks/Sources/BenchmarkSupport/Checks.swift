/// A result that is not what was asked for.
package struct WrongResult: Error, CustomStringConvertible {
  let benchmark: String

  package var description: String { "\(benchmark): the result is wrong" }
}

/// Ends the run if a result is wrong.
package func expect(_ condition: Bool, _ benchmark: String) throws {
  guard condition else { throw WrongResult(benchmark: benchmark) }
}

/// Takes a result, so that the work for it is not left out.
@inline(never)
package func keep<Result>(_ result: Result) {
  withExtendedLifetime(result) {}
}
