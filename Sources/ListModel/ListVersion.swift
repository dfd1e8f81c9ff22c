/// A version of a list, by the number of its last change: how far a program has followed it.
package struct ListVersion: Hashable, Sendable {
  /// The UUID of the list, which does not change with its name; empty before the list exists.
  package var identity: String

  package var version: Int64

  /// A random number of that change, because a copy of the list can have another change with the
  /// same number.
  package var token: Int64

  /// The version before the list exists.
  package static let start = ListVersion(identity: "", version: 0)

  package init(identity: String, version: Int64, token: Int64 = 0) {
    self.identity = identity
    self.version = version
    self.token = token
  }

  /// Whether `other` can be reached from this version by later changes.
  package func precedes(_ other: ListVersion) -> Bool {
    version < other.version && (identity == other.identity || self == .start)
  }

  /// Whether the identity has the form of those that lists get, so that it can be part of a file name.
  ///
  /// A store from someone else may contain any text.
  package var hasPlainIdentity: Bool {
    identity.utf8.count == 36
      && identity.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
          UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}
