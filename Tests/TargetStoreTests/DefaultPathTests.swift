import TargetStore
import Testing

struct DefaultPathTests {
  @Test(arguments: [
    (["TARGETS_STORE": "/s/x.db", "XDG_DATA_HOME": "/d", "HOME": "/h"], "/s/x.db"),
    (["TARGETS_STORE": "x.db", "HOME": "/h"], "x.db"),
    (["TARGETS_STORE": "", "XDG_DATA_HOME": "/d", "HOME": "/h"], "/d/targets/targets.db"),
    (["XDG_DATA_HOME": "relative", "HOME": "/h"], "/h/.local/share/targets/targets.db"),
    (["XDG_DATA_HOME": "", "HOME": "/h"], "/h/.local/share/targets/targets.db"),
    (["XDG_DATA_HOME": "/d"], "/d/targets/targets.db"),
  ])
  func theEnvironmentDeterminesTheStore(environment: [String: String], path: String) throws {
    #expect(try TargetStore.defaultPath(environment: environment) == path)
  }

  @Test(arguments: [[:], ["HOME": ""], ["XDG_DATA_HOME": "relative"]])
  func withoutAVariableThereIsNoDefaultStore(environment: [String: String]) {
    #expect(throws: StoreError.noPath) {
      try TargetStore.defaultPath(environment: environment)
    }
  }

  @Test func aRelativeHomeIsRefused() {
    #expect(throws: StoreError.self) {
      try TargetStore.defaultPath(environment: ["HOME": "somewhere"])
    }
  }
}
