/// One run of an effect, from the state that called for it to the state that no longer does.
///
/// Cancelling a task only asks it to end, and an answer may be on its way already. Whether that
/// answer still counts is decided here, at the moment it arrives.
@MainActor
final class Lifetime {
  private(set) var isOver = false

  func end() {
    isOver = true
  }
}
