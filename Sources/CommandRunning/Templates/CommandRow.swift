/// The values of a row for a command, unchanged, so they may contain control characters.
package struct CommandRow: Hashable, Sendable {
  package var name: String

  /// The bytes of a row that is a line of input, which a command gets instead of the name.
  package var line: [UInt8]?

  /// The row's ID in its source.
  package var id: String?
  package var detail: String?
  package var note: String?
  package var revision: String?

  /// The values of ``Placeholder/field(_:)``.
  package var fields: [String: [UInt8]] = [:]

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

  /// The row's name in messages, with its ID, since another row may have the same name.
  var label: String { id.map { "\(name) (ID \($0))" } ?? name }

  /// The value as an argument: the bytes of the input, if the row is a line of it.
  func bytes(of placeholder: Placeholder) -> [UInt8]? {
    switch placeholder {
    case .name: line ?? Array(name.utf8)
    case .field(let numbers): fields[numbers]
    default: value(of: placeholder).map { Array($0.utf8) }
    }
  }

  func value(of placeholder: Placeholder) -> String? {
    switch placeholder {
    case .name: name
    case .id: id
    case .detail: detail
    case .note: note
    case .revision: revision
    case .field(let numbers): fields[numbers].map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
