/// Whether one run of an effect is still wanted.
///
/// The loop checks it for every answer, since an answer may be queued when its task is cancelled.
final class Lifetime {
  private(set) var isOver = false

  func end() {
    isOver = true
  }
}
