import NameSearch
import Testing

struct PrimaryKeysTests {
  private func areEqual(_ left: String, _ right: String, locale: String = "") -> Bool {
    let keys = PrimaryKeys(of: NameOrder(localeIdentifier: locale))
    return keys.key(of: left) == keys.key(of: right)
  }

  private func comesFirst(_ left: String, _ right: String, locale: String = "") -> Bool {
    let keys = PrimaryKeys(of: NameOrder(localeIdentifier: locale))
    return keys.key(of: left).lexicographicallyPrecedes(keys.key(of: right))
  }

  @Test func caseAndAccentsDoNotCount() {
    #expect(areEqual("Åsa", "asa"))
    #expect(!areEqual("asa", "as"))
    #expect(areEqual("e", "e\u{302}"))
  }

  @Test func lettersComeInTheOrderOfTheLocale() {
    #expect(comesFirst("åsa", "Bo"))
    #expect(comesFirst("Bo", "åsa", locale: "sv"))
    #expect(comesFirst("-", "1") && comesFirst("1", "a") && comesFirst("Z", "я"))
  }

  @Test func ignoredTextHasNoKey() {
    #expect(PrimaryKeys(of: NameOrder()).key(of: "") == [])
    #expect(PrimaryKeys(of: NameOrder()).key(of: "\u{301}") == [])
  }
}
