/// A sign in a command that is replaced by a part of a row.
package enum Placeholder: Int, CaseIterable, Hashable, Sendable {
  case name = 1
  case id, detail, note, revision

  /// The sign as it is written in a command.
  package var sign: String {
    switch self {
    case .name: "{}"
    case .id: "{id}"
    case .detail: "{detail}"
    case .note: "{note}"
    case .revision: "{revision}"
    }
  }

  /// The placeholder whose sign is at a place in a text, in O(1).
  static func beginning(at place: Int, of text: [UInt8]) -> Placeholder? {
    guard place < text.count, text[place] == UInt8(ascii: "{") else { return nil }
    return allCases.first { text[place...].starts(with: $0.sign.utf8) }
  }
}
