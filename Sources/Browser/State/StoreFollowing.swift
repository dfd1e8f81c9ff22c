import Edits
package import NameSearch

extension Browser {
  /// How far the browser has followed what other programs do to the store.
  package struct StoreFollowing: Equatable, Sendable {
    /// How often the store's file was touched, and how many of these touches have been looked at.
    private(set) var touches = 0
    private(set) var seen = 0

    /// How many looks have ended.
    private(set) var looks = 0

    /// The touch after which everything is to be read, whether or not the store says that it was changed.
    private var touchToReadAllAfter = 0

    /// Whether the next look reads everything.
    var readsAll: Bool { touchToReadAllAfter > seen }

    /// Why the store could not be read; what is shown may be out of date until it can be.
    package private(set) var failure: String?

    /// Notes that something has happened to the store's file.
    mutating func touch() { touches += 1 }

    /// Asks for a look that reads everything.
    mutating func wantLook() {
      touches += 1
      touchToReadAllAfter = touches
    }

    /// Notes that a look has ended; after a failure everything is read by the next one.
    mutating func end(_ look: StoreLook, failure: String? = nil) {
      looks += 1
      seen = look.touch
      if failure != nil { touchToReadAllAfter = max(touchToReadAllAfter, seen + 1) }
      self.failure = failure
    }
  }

  /// A look at what other programs have done to the store.
  package struct StoreLook: Equatable, Sendable {
    let number: Int
    let touch: Int

    /// Whether to read everything, whether or not the store says that it was changed.
    package let readsAll: Bool

    /// The names as they were known when the look began.
    package let index: NameIndex

    /// The flags as they were known then.
    package let flags: FlagTable

    /// Whether both are the same look.
    package static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  }
}

extension Browser.State {
  /// The look at the store that should be under way, or `nil`.
  ///
  /// Names of a kept list that are still coming in are waited for: some pages may be of before the change.
  package var storeLook: Browser.StoreLook? {
    let following = storeFollowing
    guard following.touches > following.seen, !settings.browsesKeptList || intake.isComplete
    else { return nil }
    return .init(
      number: following.looks, touch: following.touches, readsAll: following.readsAll,
      index: index, flags: flags)
  }

  /// The look that failed and is to be followed by another after a while, or `nil`.
  package var failedLook: Int? { storeFollowing.failure == nil ? nil : storeFollowing.looks }

  /// Takes in the flags that a look has read, `nil` if nothing was changed.
  mutating func take(_ new: [Name: Flags]?, from look: Browser.StoreLook) {
    storeFollowing.end(look)
    guard let new else { return }
    // An edit of our own that was shown meanwhile is newer than what was read.
    if flags.revision != look.flags.revision { return storeFollowing.wantLook() }
    flags.replace(with: new)
    // What was said of an edit may be so no more.
    if flags.revision != look.flags.revision, notice?.isError == false { notice = nil }
    updateListings()
  }
}
