import Edits
import Testing

struct EditTests {
  /// Before, action, after; `nil` is a name that is not in the list.
  @Test(arguments: [
    (Flags?.some([]), Edit.Action.markDead, Flags?.some(.dead)),
    (.some(.liked), .markDead, .some([.dead, .liked])),
    (.some(.dead), .markDead, .some(.dead)),
    (nil, .markDead, .some(.dead)),
    (.some([.dead, .liked]), .revive, .some(.liked)),
    (nil, .revive, nil),
    (.some(.dead), .like, .some([.dead, .liked])),
    (.some(.liked), .unlike, .some([])),
    (nil, .unlike, nil),
    (nil, .add, .some([])),
    (.some(.dead), .add, .some(.dead)),
    (.some(.dead), .drop, nil),
    (nil, .drop, nil),
  ])
  func anActionSetsFlags(before: Flags?, action: Edit.Action, after: Flags?) {
    #expect(action.applied(to: before) == after)
  }

  @Test func takingAwayNeverAdds() {
    for action in Edit.Action.allCases {
      #expect(action.mayAdd == (action.applied(to: nil) != nil))
    }
  }
}
