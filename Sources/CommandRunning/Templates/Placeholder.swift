/// A sign in a command that is replaced by a part of a row.
package enum Placeholder: Hashable, Sendable {
  case name, id, detail, note, revision

  /// Fields of a line, such as `2`, `-1`, `2..` or `1,3`.
  case field(String)

  /// Those that every row may have a value for.
  private static let ofRows = [Placeholder.name, .id, .detail, .note, .revision]

  /// Those of rows, then those of some fields, in the order of their positional parameters.
  static func inOrder(fields: [String]) -> [Placeholder] { ofRows + fields.map { .field($0) } }

  /// The sign as it is written in a command.
  package var sign: String { self == .name ? "{}" : "{\(word)}" }

  /// What it stands for, in one word; for fields, their numbers.
  var word: String {
    switch self {
    case .name: "name"
    case .id: "id"
    case .detail: "detail"
    case .note: "note"
    case .revision: "revision"
    case .field(let numbers): numbers
    }
  }

  /// The placeholder whose sign is at a place in a text, in O(*n*) for a sign of *n* bytes.
  static func beginning(
    at place: Int, of text: [UInt8], takesFields: Bool = false
  ) -> Placeholder? {
    guard place < text.count, text[place] == UInt8(ascii: "{") else { return nil }
    let ofRow = ofRows.first { text[place...].starts(with: $0.sign.utf8) }
    return ofRow ?? (takesFields ? field(at: place, of: text) : nil)
  }

  private static func field(at place: Int, of text: [UInt8]) -> Placeholder? {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let numbers = text[(place + 1)...].prefix { digits.contains($0) || "-.,".utf8.contains($0) }
    let isRange = numbers.contains(where: digits.contains) || numbers.elementsEqual("..".utf8)
    guard isRange, numbers.endIndex < text.endIndex, text[numbers.endIndex] == UInt8(ascii: "}")
    else { return nil }
    return .field(String(decoding: numbers, as: UTF8.self))
  }
}
