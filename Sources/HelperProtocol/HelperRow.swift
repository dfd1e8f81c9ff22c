import FoundationEssentials

package struct HelperRow: Equatable, Sendable {
  /// Any text; the program decides whether it is a valid name.
  package var name: String

  /// The source's identity of the row, if it is not the name.
  package var id: String?
  package var isDead: Bool
  package var isLiked: Bool
  package var detail: String?

  /// What identifies the state of the row.
  package var revision: String?

  package init(
    name: String, id: String? = nil, isDead: Bool = false, isLiked: Bool = false,
    detail: String? = nil, revision: String? = nil
  ) {
    self.name = name
    self.id = id
    self.isDead = isDead
    self.isLiked = isLiked
    self.detail = detail
    self.revision = revision
  }
}

extension HelperRow: Codable {
  private enum Key: String, CodingKey {
    case name, id, dead, liked, detail, revision
  }

  /// Decodes an object, or a string that is the name; `id` may also be a whole number.
  ///
  /// A member of the wrong type counts as missing, and a row of the wrong type has an empty name,
  /// so that an invalid row does not invalidate its page.
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
      isDead: member(.dead) ?? false, isLiked: member(.liked) ?? false, detail: member(.detail),
      revision: member(.revision))
  }

  package func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(name, forKey: .name)
    try object.encodeIfPresent(id, forKey: .id)
    if isDead { try object.encode(true, forKey: .dead) }
    if isLiked { try object.encode(true, forKey: .liked) }
    try object.encodeIfPresent(detail, forKey: .detail)
    try object.encodeIfPresent(revision, forKey: .revision)
  }
}

extension String {
  fileprivate var isWhole: Bool { utf8.allSatisfy { $0 != UInt8(ascii: ".") } && self != "NaN" }
}
