import ListModel
import Foundation
import NameSearch
import TargetStore
import TestSupport
import Testing

/// If a disk fails, each error states correctly whether the edit is stored.
@Suite(.inTurn)
struct StoreFaultTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  /// The output of another program that makes one edit in a store with a fault in its files.
  private func run(_ setting: String) throws -> String {
    let run = try ProgramRun(
      Executable.path(named: "store-writer"), [fixture.path, "default", "b", "1", setting])
    return run.output
  }

  @Test(arguments: [
    "read", "write", "truncate", "sync", "lock", "unlock", "sync-for-good", "write-for-good",
    "read-for-good",
  ])
  func theMessageAboutAnEditIsTrueWhicheverCallFails(call: String) async throws {
    _ = try await fixture.filled(with: "a")
    let before = try fixture.bytes()
    var (failures, unsure) = (0, 0)
    for number in 1...35 {
      for file in try fixture.files() where file != "targets.db" {
        try FileManager.default.removeItem(atPath: fixture.directory.path(file))
      }
      try fixture.directory.write(before, to: "targets.db")
      let said = try run("\(call)=\(number)").split(separator: "\n").last ?? ""
      let stored = try await fixture.open().contents(of: fixture.list)
      #expect(stored["a"] == [], "\(call) \(number)")
      #expect(!said.contains("damaged") && !said.contains("start over"), "\(number): \(said)")
      let isStored = stored["b-0"] == .dead
      switch said {
      case "b-0":
        #expect(isStored, "\(call) \(number)")
      case _ where said.contains("cannot tell whether"): unsure += 1
      case _ where said.contains("the edit was stored"):
        #expect(isStored, "\(call) \(number): \(said)")
        unsure += 1
      default:
        #expect(said.hasPrefix("error: \(fixture.path): "), "\(call) \(number): \(said)")
        #expect(!isStored, "\(call) \(number): \(said)")
        failures += 1
      }
    }
    #expect(failures + unsure > 0 || call == "truncate")
    // At the last sync and unlock, the edit is already stored.
    if call == "sync" || call == "unlock" { #expect(unsure > 0) }
  }

  @Test func aFailedReadIsNotReportedAsDamage() async throws {
    _ = try await fixture.filled(with: "a")
    for number in 1...40 {
      let said = try run("read-for-good=\(number)")
      #expect(!said.contains("damaged"), "\(number): \(said)")
    }
  }
}
