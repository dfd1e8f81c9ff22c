import ListModel
import Testing

struct EditTests {
  /// Flags before, action, flags after; `nil` means that the name is not in the list.
  @Test(arguments: [
    (Flags?.some([]), Edit.Action.dead, Flags?.some(.dead)),
    (.some(.liked), .dead, .some([.dead, .liked])),
    (.some(.dead), .dead, .some(.dead)),
    (nil, .dead, .some(.dead)),
    (.some([.dead, .liked]), .reopen, .some(.liked)),
    (nil, .reopen, nil),
    (.some(.dead), .like, .some([.dead, .liked])),
    (.some(.liked), .unlike, .some([])),
    (nil, .unlike, nil),
    (nil, .add, .some([])),
    (.some(.dead), .add, .some(.dead)),
    (.some(.dead), .drop, nil),
    (nil, .drop, nil),
    (.some(.liked), .hide, .some([.liked, .dropped])),
    (nil, .hide, .some(.dropped)),
    (.some([.liked, .dropped]), .add, .some(.liked)),
    (.some([.liked, .dropped]), .dead, .some([.liked, .dead])),
    (.some(.dropped), .reopen, .some(.dropped)),
    (.some(.dropped), .unlike, .some(.dropped)),
    (.some(.dropped), .drop, .some(.dropped)),
  ])
  func anActionSetsFlags(before: Flags?, action: Edit.Action, after: Flags?) {
    #expect(action.applied(to: before) == after)
  }

  @Test func removingActionsNeverAdd() {
    for action in Edit.Action.allCases {
      #expect(action.mayAdd == (action.applied(to: nil) != nil))
    }
  }

  @Test(arguments: [
    (Flags?.none, false), (.some([]), true), (.some(.dead), true),
    (.some([.dead, .dropped]), false),
  ])
  func aDroppedRowIsNotInTheList(flags: Flags?, isListed: Bool) {
    #expect(flags.isListed == isListed)
  }
}
