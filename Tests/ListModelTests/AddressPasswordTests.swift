import ListModel
import Testing

/// Addresses with passwords, which must not be stored, logged or shown.
struct AddressPasswordTests {
  @Test(arguments: [
    "https://ann:secret@example.org/a", "HTTP://ann:secret@h", "https://token@example.org/",
    "https:/ann:secret@h/", "https:///ann:secret@h/", "own://ann:secret@h/x?y#z",
    "https://ann:secret\u{301}@h/", "https://ann:\u{301}secret@h/", "https://ann:se/cret@h/",
    "https://ann:se?cret@h/", "https://ann:se#cret@h/", "https://ann:s@cret@h/",
    "https://ann:@h/", "https:ann:secret@h/", "https:\\\\ann:secret@h/", "HTTPS:secret@h",
  ])
  func anAddressWithAPasswordIsRefused(address: String) throws {
    let error = #expect(throws: AddressPassword.self) {
      try AddressPassword.refuse(in: address, of: "-l")
    }
    #expect(error?.description.hasPrefix("-l: passwords in addresses are not accepted") == true)
    #expect(error?.description.contains("cret") == false)
  }

  @Test(arguments: [
    ("https://ann:secret@h/x: no such file", "https://…@h/x: no such file"),
    ("HTTPS://secret@h/x: no", "HTTPS://…@h/x: no"), ("https://a:se'cr\"et@h/", "https://…@h/"),
    ("a “http://ann@h” b://c:d@e,", "a “http://…@h” b://…@e,"),
    ("postgres://ann@h/db: a:b@c", "postgres://ann@h/db: a:b@c"), ("x://", "x://"), (":", ":"),
    ("", ""), ("https://ann:my secret@h/x: no such file", "https://…@h/x: no such file"),
    ("own://ann:my\tlong  secret@h", "own://…@h"), ("https://ann: secret@h/", "https://…@h/"),
    ("https://ann:12 34@h/: no", "https://…@h/: no"), ("https://a@b:my secret@h/", "https://…@h/"),
    ("https:ann:my secret@h: no", "https:…@h: no"), ("HTTPS:secret@h", "HTTPS:…@h"),
    ("https://h:80/x: no row a@b", "https://h:80/x: no row a@b"),
    ("https://h:80: no row a@b", "https://h:80: no row a@b"),
    ("https://h/x: a@b", "https://h/x: a@b"), ("https://[::1]:80 a@b", "https://[::1]:80 a@b"),
    ("own://ann@h:80 a@b", "own://ann@h:80 a@b"), ("https: a@b", "https: a@b"),
    ("http://ann:my secret", "http://ann:my secret"),
  ])
  func passwordsInATextAreHidden(text: String, shown: String) {
    #expect(AddressPassword.hiding(in: text) == shown)
  }

  @Test(arguments: [
    "https://example.org:8080/@ann", "https://example.org/a:b@c", "https://example.org/?q=a:b@c",
    "https://[::1]:80/a@b", "https://[::1]/a@b", "own://ann@h/", "demo:10", "branches",
    "./https:/ann:b@c", "/a://b:c@d", "", ":", "://a:b@c", "https://example.org/",
  ])
  func anyOtherTextIsAccepted(text: String) throws {
    try AddressPassword.refuse(in: text, of: "-l")
  }
}
