import Testing

@testable import WebSource

struct LinkHeaderTests {
  @Test(arguments: [
    (["<https://a/b?p=2>; rel=\"next\""], "https://a/b?p=2"),
    (["</b>; rel=prev, </c>; rel=next"], "/c"),
    (["</a>; rel=\"prev\"", "</b>; title=\"x; rel=\\\"next\\\", y\"; rel=\"last NEXT\""], "/b"),
    (["</a,b;c>; REL = next"], "/a,b;c"),
    (["< /a >;rel=next"], "/a"),
    (["</a\u{301}>\u{301}; rel=next, </b>; rel=next"], "/b"),
    (["<\u{301}a>; rel=next"], "\u{301}a"),
    (["</a>; x=\"\u{301}\"; rel=next"], "/a"),
    (["</a>; rel=\"last \u{301}next\""], nil),
    (["</a>; rel=\"nextish\""], nil),
    (["</a>; rev=next"], nil),
    (["</a"], nil), (["rel=next"], nil), ([""], nil), ([], nil), (["</a>; rel=\"next"], "/a"),
  ])
  func theFirstLinkToWhatComesNextCounts(values: [String], target: String?) {
    #expect(LinkHeader(values).next == target)
  }
}
