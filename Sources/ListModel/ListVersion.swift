/// How far a list has been followed: a state of the list, by the number of its last change.
package struct ListVersion: Hashable, Sendable {
  /// The UUID of the list, which does not change with its name; empty before the list exists.
  package var identity: String

  package var version: Int64

  /// A random number of that change: in a copy of the list the same version may be another.
  package var token: Int64

  /// The mark before there is a list.
  package static let start = ListVersion(identity: "", version: 0)

  package init(identity: String, version: Int64, token: Int64 = 0) {
    self.identity = identity
    self.version = version
    self.token = token
  }

  /// Whether the changes after this mark can lead to `other`.
  package func precedes(_ other: ListVersion) -> Bool {
    version < other.version && (identity == other.identity || self == .start)
  }

  /// Whether the identity is written as lists get theirs, and can be part of the name of a file.
  ///
  /// A store that comes from others may have any text in its place.
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
