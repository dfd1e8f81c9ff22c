import CUnicode

/// Identifies the list and the order of a snapshot; a snapshot with another key is not opened.
public struct SnapshotKey: Hashable, Sendable {
  /// The identity of the list.
  public let subject: String

  /// The locale of the order and the rule for sections.
  public let order: NameOrder

  /// Makes a key; `subject` and the order's locale are compared as bytes.
  public init(subject: String, order: NameOrder) {
    self.subject = subject
    self.order = order
  }

  /// Everything that must be equal when a snapshot is written and when it is opened.
  var packed: [UInt8] {
    var packed = PackedBytes()
    packed.append(String(cString: cunicode_version()))
    packed.append(subject)
    packed.append(order.localeIdentifier)
    packed.append(order.sections.rawValue)
    packed.append(UInt8(order.isReversed ? 1 : 0))
    switch order.rows {
    case .name: packed.append("name")
    case .input: packed.append("input")
    case .column(let title, let isDescending):
      packed.append(isDescending ? "descending" : "ascending")
      packed.append(title)
    }
    for title in order.firstSections { packed.append(title) }
    return packed.bytes
  }
}
