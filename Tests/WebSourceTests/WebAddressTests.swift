import Testing

@testable import WebSource

struct WebAddressTests {
  @Test(arguments: [
    ("http://a/b/c?d", "../x", "http://a/x"), ("http://a/b?c=d", "?e=f", "http://a/b?e=f"),
    ("http://a/b", "//c/d", "http://c/d"), ("http://a/b", "HTTPS://C/", "https://C/"),
    ("http://a/b", "http://a/ä b#c", "http://a/%c3%a4%20b"),
  ])
  func referencesAreResolved(base: String, reference: String, target: String) throws {
    #expect(try WebAddress(base).resolving(reference).text == target)
  }

  @Test func originsDifferInSchemeHostAndPort() throws {
    let origin = try WebAddress("https://a/b").origin
    for same in ["https://A:443/x", "https://a?q"] {
      #expect(try WebAddress(same).origin == origin)
    }
    for other in ["http://a/b", "https://a:444/b", "https://a.b/b"] {
      #expect(try WebAddress(other).origin != origin)
    }
  }

  @Test func aParameterReplacesOthersWithItsName() throws {
    let address = try WebAddress("http://a/?p=1&q=x+y&p=2&r")
    #expect(address.parameter("q") == "x y")
    #expect(try address.setting("p", to: "ä&=").text == "http://a/?q=x+y&r&p=%c3%a4%26%3d")
    #expect(try WebAddress("http://a").setting("p", to: "").text == "http://a/?p=")
    #expect(try address.setting("p", to: "7").parameter("p") == "7")
  }

  @Test func theQueryIsNotShown() throws {
    #expect(try WebAddress("https://a:444/b?key=c#d").shown == "https://a:444/b")
  }

  @Test(arguments: [
    "", "a", "/x", "mailto:a", "https://", "http://a\n/", "http://a%7Fb/", "http://a%20b/",
  ])
  func invalidAddressesAreRefused(text: String) {
    #expect(throws: HTTPError.self) { try WebAddress(text) }
  }
}
