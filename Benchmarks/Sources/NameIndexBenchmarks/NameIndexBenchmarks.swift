import Foundation

/// Runs the cases whose names start with one of the words given, or all.
@main
struct NameIndexBenchmarks {
  static func main() {
    do {
      try run(Options(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("NameIndexBenchmarks: \(error)\n".utf8))
      exit(2)
    }
  }

  private static func run(_ options: Options) throws {
    try Allocations.checkCounting()
    let list = try NameList(options)
    guard !list.names.isEmpty else { throw Options.UsageError(description: "no names") }
    let leftOut = list.lines.count - list.names.count
    print("\(list.names.count) names; \(leftOut) lines repeated or no names")
    print(Benchmark.header)
    let cases =
      BuildCases.all(list) + QueryCases.all(list) + RowCases.all(list) + (try EditCases.all(list))
      + SnapshotCases.all(list)
    for benchmark in cases where options.wants(benchmark.name) {
      try benchmark.run(quick: options.isQuick)
    }
  }
}
