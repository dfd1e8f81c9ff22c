/// A result that is not what was asked for.
struct WrongResult: Error {
  let benchmark: String
}

/// Ends the run if a result is wrong.
func expect(_ condition: Bool, _ benchmark: String) throws {
  guard condition else { throw WrongResult(benchmark: benchmark) }
}

/// Takes a result, so that the work for it is not left out.
@inline(never)
func keep<Result>(_ result: Result) {
  withExtendedLifetime(result) {}
}
