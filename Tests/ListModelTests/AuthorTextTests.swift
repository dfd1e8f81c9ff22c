import ListModel
import Testing

struct AuthorTextTests {
  @Test(
    arguments: [
      ("ann", "bob", "ann (role bob)"), ("ann", "ann", "ann"), ("ann", nil, "ann"),
      ("ann", "", "ann"),
      ("", "bob", "(role bob)"), ("", nil, ""),
    ] as [(String, String?, String)])
  func aDifferentRoleIsShownBesideTheName(name: String, role: String?, text: String) {
    #expect(AuthorText.of(name, role: role) == text)
    var remark = Remark(decidedBy: name)
    remark.decidedRole = role
    #expect(remark.decider == (text.isEmpty ? nil : text))
  }
}
