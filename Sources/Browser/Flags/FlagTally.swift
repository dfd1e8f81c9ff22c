import Edits

/// How many rows of one bare name are listed, dead and liked.
struct FlagTally {
  var listed = 0
  var dead = 0
  var liked = 0

  /// The flags all of them have; `nil` if there are none.
  var flags: Flags? {
    if listed == 0 { return nil }
    var flags: Flags = []
    if dead == listed { flags.insert(.dead) }
    if liked == listed { flags.insert(.liked) }
    return flags
  }

  mutating func count(_ flags: Flags?, by step: Int) {
    guard let flags, !flags.contains(.dropped) else { return }
    listed += step
    if flags.contains(.dead) { dead += step }
    if flags.contains(.liked) { liked += step }
  }
}
