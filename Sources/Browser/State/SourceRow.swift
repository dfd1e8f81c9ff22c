package import Edits
package import NameSearch

extension Browser {
  /// A row as its source gives it out.
  package struct SourceRow: Equatable, Sendable {
    /// The name, with the row's identity if it has one.
    package var name: Name

    /// What the source says of it; counts as long as nothing is kept of the row.
    package var flags: Flags

    /// A few more words on it, still untrusted.
    package var detail: String?

    /// Makes a row.
    package init(name: Name, flags: Flags = [], detail: String? = nil) {
      self.name = name
      self.flags = flags
      self.detail = detail
    }
  }
}
