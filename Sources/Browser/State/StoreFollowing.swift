import Edits
package import NameSearch

extension Browser {
  /// How far the browser has followed changes to the store by other programs.
  package struct StoreFollowing: Equatable, Sendable {
    /// How often the store's file was touched, and how many of these touches were looked at.
    private(set) var touches = 0
    private(set) var seen = 0

    /// The number of looks that have ended.
    private(set) var looks = 0

    /// While `seen` is below this, a look reads everything, even if the store reports no change.
    private var touchToReadAllAfter = 0

    var readsAll: Bool { touchToReadAllAfter > seen }

    /// Why the store could not be read; what is shown may be out of date.
    package private(set) var failure: String?

    mutating func touch() { touches += 1 }

    /// Requests a look that reads everything.
    mutating func wantLook() {
      touches += 1
      touchToReadAllAfter = touches
    }

    /// Records that a look has ended; after a failure the next one reads everything.
    mutating func end(_ look: StoreLook, failure: String? = nil) {
      looks += 1
      seen = look.touch
      if failure != nil { touchToReadAllAfter = max(touchToReadAllAfter, seen + 1) }
      self.failure = failure
    }
  }

  /// A look at the changes to the store by other programs.
  package struct StoreLook: Equatable, Sendable {
    let number: Int
    let touch: Int

    /// Whether to read everything, even if the store reports no change.
    package let readsAll: Bool

    /// The names when the look began.
    package let index: NameIndex

    /// The flags when the look began.
    package let flags: FlagTable

    package static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  }
}

extension Browser.State {
  /// The look that should be in progress, or `nil`.
  ///
  /// It waits until a kept list is loaded, since some of its pages may be older than the change.
  package var storeLook: Browser.StoreLook? {
    let following = storeFollowing
    guard following.touches > following.seen, !settings.browsesKeptList || intake.isComplete
    else { return nil }
    return .init(
      number: following.looks, touch: following.touches, readsAll: following.readsAll,
      index: index, flags: flags)
  }

  /// The failed look that is to be repeated after a while, or `nil`.
  package var failedLook: Int? { storeFollowing.failure == nil ? nil : storeFollowing.looks }

  /// Applies the flags that a look has read; `nil` if nothing was changed.
  mutating func apply(_ new: [Name: Flags]?, from look: Browser.StoreLook) {
    storeFollowing.end(look)
    guard let new else { return }
    // Our own edit, shown since then, is newer than what was read.
    if flags.revision != look.flags.revision { return storeFollowing.wantLook() }
    flags.replace(with: new)
    // The notice on an edit may no longer be true.
    if flags.revision != look.flags.revision, notice?.isError == false { notice = nil }
    updateListings()
  }
}
