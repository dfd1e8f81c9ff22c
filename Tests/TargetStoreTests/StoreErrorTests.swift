import NameSearch
import TargetStore
import Testing

struct StoreErrorTests {
  @Test func everyErrorIsOneLineThatNamesWhatItIsAbout() throws {
    let path = "/some/targets.db"
    let errors: [StoreError] = [
      .unusable(path: path, reason: "not a file"), .damaged(path: path, reason: "torn"),
      .newerVersion(path: path, found: 9, known: 1), .readOnly(path: path), .full(path: path),
      .busy(path: path), .notOwned(path: path),
    ]
    for error in errors { #expect(error.description.hasPrefix("\(path): ")) }
    #expect(StoreError.changedSince(try Name("Arya")).description.hasPrefix("Arya: "))
    for error in errors + [.noPath, .cancelled] {
      #expect(!error.description.contains("\n"))
      #expect(!error.description.hasSuffix("."))
    }
  }
}
