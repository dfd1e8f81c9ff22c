import Foundation
import Testing

/// A short version of what libFuzzer does for hours: inputs similar to those of the corpus, for
/// every target.
@Suite(.timeLimit(.minutes(10)))
struct FuzzTests {
  /// The targets, and how many inputs take some tenths of a second without optimization.
  private static let targets: [(name: String, inputs: Int)] = [
    ("names", 1_500), ("queries", 120), ("lines", 500), ("long-lines", 300), ("csv", 300),
    ("options", 1_500),
    ("answers", 600), ("links", 1_000), ("json", 800), ("previews", 400), ("display", 300),
    ("screen", 200), ("keys", 1_500), ("shell", 1_000), ("templates", 1_000), ("snapshots", 100),
    ("stores", 40),
  ]

  @Test func allTargetsAreRun() {
    #expect(Self.targets.map(\.name) == FuzzTargets.all.map(\.key))
  }

  @Test(arguments: targets)
  func noInputViolatesACondition(name: String, inputs: Int) async throws {
    let found = try await fault(in: name, inputs, isControl: false)
    #expect(found == nil)
  }

  @Test(arguments: targets)
  func aPlantedFaultIsFound(name: String, inputs: Int) async throws {
    let found = try await fault(in: name, inputs, isControl: true)
    #expect(found != nil)
  }

  /// The first fault and its input; on a separate thread, as targets may wait.
  private func fault(in name: String, _ count: Int, isControl: Bool) async throws -> String? {
    let type = try #require(FuzzTargets.named(name))
    var mutator = try Mutator(corpusOf: name, seed: 1)
    let inputs = mutator.inputs(count)
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            let target = try type.init(isControl: isControl)
            for input in inputs {
              do {
                try target.run(input)
              } catch {
                return "\(error): \(Data(input).base64EncodedString())"
              }
            }
            return nil
          })
      }
    }
  }
}
