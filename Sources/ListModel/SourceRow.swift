package import NameSearch

/// A row as its source gives it.
package struct SourceRow: Equatable, Sendable {
  /// The name, with the row's identity if it has one.
  package var name: Name

  /// The source's flags, which count only while nothing is kept of the row.
  package var flags: Flags

  /// More text about the row, not sanitized yet.
  package var detail: String?

  package init(name: Name, flags: Flags = [], detail: String? = nil) {
    self.name = name
    self.flags = flags
    self.detail = detail
  }
}
