/// The values of a row that a command can get; text from outside, not sanitized.
package struct CommandRow: Hashable, Sendable {
  package var name: String

  /// For a row that is a line of input: its bytes, which a command gets in place of the name.
  package var line: [UInt8]?

  /// The row's identity in its source.
  package var id: String?
  package var detail: String?
  package var note: String?
  package var revision: String?

  package init(
    name: String, line: [UInt8]? = nil, id: String? = nil, detail: String? = nil,
    note: String? = nil, revision: String? = nil
  ) {
    self.name = name
    self.line = line
    self.id = id
    self.detail = detail
    self.note = note
    self.revision = revision
  }

  /// How messages call it: another row may have the same name.
  var label: String { id.map { "\(name) (ID \($0))" } ?? name }

  func value(of placeholder: Placeholder) -> String? {
    switch placeholder {
    case .name: name
    case .id: id
    case .detail: detail
    case .note: note
    case .revision: revision
    }
  }
}
