import Edits
import NameSearch
import Testing

@testable import Browser

/// What others do to the store, as a story of events: no store, no clock.
struct StoreFollowingTests {
  private let arya = Result { try Name("Arya") }

  private func open(_ change: (inout Browser.Settings) -> Void = { _ in }) throws -> BrowserDriver {
    try BrowserDriver(["Arya", "Bran"], columns: 100, change)
  }

  @Test func aTouchIsLookedAtOnce() throws {
    var browser = try open()
    #expect(browser.state.storeLook == nil)
    browser.send(.storeTouched)
    let look = try #require(browser.state.storeLook)
    #expect(!look.readsAll)
    browser.send(.storeRead(look, [try arya.get(): .dead]))
    #expect(browser.dead == ["Arya"])
    #expect(browser.state.storeLook == nil)
  }

  /// Another look would end the one under way, which has taken notice of the change already.
  @Test func aTouchDuringALookIsFollowedByAnother() throws {
    var browser = try open()
    browser.send(.storeTouched)
    let first = try #require(browser.state.storeLook)
    browser.send(.storeTouched)
    #expect(browser.state.storeLook == first)
    browser.send(.storeRead(first, nil))
    let second = try #require(browser.state.storeLook)
    #expect(second != first)
    browser.send(.storeRead(second, nil))
    #expect(browser.state.storeLook == nil)
  }

  @Test func anEditOfOnesOwnIsNewerThanWhatWasReadBeforeIt() throws {
    var browser = try open()
    browser.send(.storeTouched)
    let look = try #require(browser.state.storeLook)
    browser.enter(":dead Arya")
    browser.send(.storeRead(look, [:]))
    #expect(browser.dead == ["Arya"])
    let again = try #require(browser.state.storeLook)
    #expect(again.readsAll)
    browser.send(.storeRead(again, [try arya.get(): [.dead, .liked]]))
    #expect(browser.state.flags[try arya.get()] == [.dead, .liked])
  }

  @Test func aStoreThatCannotBeReadIsNoStoreWithoutFlags() throws {
    var browser = try open()
    browser.enter(":dead Arya")
    browser.press(.nextRow)
    browser.send(.storeTouched)
    let look = try #require(browser.state.storeLook)
    browser.send(.storeUnread(look, reason: "locked by other programs"))
    #expect(browser.dead == ["Arya"])
    #expect(browser.state.storeLook == nil)
    #expect(browser.screen()[22].hasPrefix("what is shown may be out of date: locked by other"))
    // Not all there was to be read has been: the store is not asked whether it was changed.
    let failed = try #require(browser.state.failedLook)
    browser.send(.storeTouched)
    let again = try #require(browser.state.storeLook)
    #expect(again.readsAll)
    browser.send(.storeUnread(again, reason: "locked by other programs"))
    #expect(browser.state.failedLook != failed)
    browser.send(.storeTouched)
    browser.send(.storeRead(try #require(browser.state.storeLook), [:]))
    #expect(browser.dead == [])
    #expect(browser.state.failedLook == nil)
    #expect(browser.screen()[22].hasPrefix("2 of 2"))
  }

  @Test func loadingAnewDuringALookIsFollowedByOneThatReadsEverything() throws {
    var browser = try BrowserDriver { $0.pages() }
    browser.send(.storeTouched)
    let look = try #require(browser.state.storeLook)
    browser.enter(":reload")
    browser.send(.storeRead(look, nil))
    #expect(browser.state.storeLook?.readsAll == true)
    browser.send(.storeRead(try #require(browser.state.storeLook), [:]))
    #expect(browser.state.storeLook == nil)
    browser.send(.storeTouched)
    #expect(browser.state.storeLook?.readsAll == false)
  }

  @Test func namesThatAreStillComingInAreWaitedFor() throws {
    var browser = try open()
    browser.enter(":reload")
    #expect(browser.state.storeLook == nil)
    let names = browser.state.index
    browser.send(.indexed(names, of: 1, areAll: true))
    #expect(browser.state.storeLook?.readsAll == true)
  }
}
