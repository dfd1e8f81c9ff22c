import Foundation

/// Runs the cases whose names start with one of the words given, or all.
@main
struct DifferenceBenchmarks {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let words = arguments.filter { !$0.hasPrefix("--") }
    print(Benchmark.header)
    var missed = 0
    for benchmark in LinearCases.all() + SectionedCases.all()
    where words.isEmpty || words.contains(where: { benchmark.name.hasPrefix($0) }) {
      if try !benchmark.run(quick: arguments.contains("--quick")) { missed += 1 }
    }
    exit(missed == 0 ? 0 : 1)
  }
}
