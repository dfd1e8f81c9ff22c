import FoundationEssentials

/// A row of a source.
package struct HelperRow: Equatable, Sendable {
  /// What it is called: what may be a name, or not, is for the program to say.
  package var name: String

  /// What the source knows it by, if that is not its name.
  package var id: String?

  /// Whether the source has it as done with.
  package var isDead: Bool

  /// Whether the source has it as liked.
  package var isLiked: Bool

  /// A few more words on it.
  package var detail: String?

  /// Makes a row.
  package init(
    name: String, id: String? = nil, isDead: Bool = false, isLiked: Bool = false,
    detail: String? = nil
  ) {
    self.name = name
    self.id = id
    self.isDead = isDead
    self.isLiked = isLiked
    self.detail = detail
  }
}

extension HelperRow: Codable {
  private enum Key: String, CodingKey {
    case name, id, dead, liked, detail
  }

  /// Reads an object, or a string that is the name; an `id` may be a whole number as well.
  ///
  /// A member that is something else than it should be counts as missing, and what is no row at all has an
  /// empty name: one odd row is to cost itself, not its page.
  package init(from decoder: any Decoder) throws {
    guard let object = try? decoder.container(keyedBy: Key.self) else {
      self.init(name: (try? decoder.singleValueContainer().decode(String.self)) ?? "")
      return
    }
    func member<Value: Decodable>(_ key: Key) -> Value? {
      (try? object.decodeIfPresent(Value.self, forKey: key)) ?? nil
    }
    let number = (member(.id) as Decimal?).map { "\($0)" }
    self.init(
      name: member(.name) ?? "", id: member(.id) ?? number.flatMap { $0.isWhole ? $0 : nil },
      isDead: member(.dead) ?? false, isLiked: member(.liked) ?? false, detail: member(.detail))
  }

  /// Writes the row as an object with what there is.
  package func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(name, forKey: .name)
    try object.encodeIfPresent(id, forKey: .id)
    if isDead { try object.encode(true, forKey: .dead) }
    if isLiked { try object.encode(true, forKey: .liked) }
    try object.encodeIfPresent(detail, forKey: .detail)
  }
}

extension String {
  /// Whether a number that is written so has no fraction.
  fileprivate var isWhole: Bool { utf8.allSatisfy { $0 != UInt8(ascii: ".") } && self != "NaN" }
}
