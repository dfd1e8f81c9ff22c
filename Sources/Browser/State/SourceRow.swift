public import Edits
public import NameSearch

extension Browser {
  /// A row as its source gives it out.
  public struct SourceRow: Equatable, Sendable {
    /// The name, with the row's identity if it has one.
    public var name: Name

    /// What the source says of it; counts as long as nothing is kept of the row.
    public var flags: Flags

    /// A few more words on it, still untrusted.
    public var detail: String?

    /// Makes a row.
    public init(name: Name, flags: Flags = [], detail: String? = nil) {
      self.name = name
      self.flags = flags
      self.detail = detail
    }
  }
}
