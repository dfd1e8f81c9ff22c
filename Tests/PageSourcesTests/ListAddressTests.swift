import ListModel
import PageSources
import Testing

/// The lists of addresses.
struct ListAddressTests {
  @Test(arguments: [
    ("https://example.org/a", "https://example.org/a"),
    ("HTTPS://ann:secret@example.org/a#b", "https://example.org/a"),
    ("demo:10", "demo:10"),
  ])
  func theListOfAnAddressHasNoCredentials(address: String, text: String) throws {
    let list = try #require(ListName(address: address))
    #expect(list.text == text && list.place == text && !list.isOfFolder)
  }

  @Test func anotherQueryIsAnotherListAndIsNotStored() throws {
    let one = try #require(ListName(address: "https://a.org/x?token=secret&q=1", without: "q"))
    let two = try #require(ListName(address: "https://a.org/x?token=secret&q=2", without: "q"))
    let other = try #require(ListName(address: "https://a.org/x?token=other"))
    #expect(one == two && one != other && one.place == other.place)
    #expect(!one.text.contains("secret"))
    #expect(one != ListName(address: "https://a.org/x"))
  }

  @Test(arguments: ["branches", "./a:b", "/a:b", "1:x", ""])
  func aTextWithoutASchemeIsNotAnAddress(text: String) {
    #expect(ListName(address: text) == nil)
  }
}
