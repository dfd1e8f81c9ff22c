/// Checked names in the order they arrived, on their way into an index.
///
/// The names lie in one buffer; a `Name` is made only for the one that is asked for.
public struct NameBatch: Sendable {
  private(set) var texts = TextColumn()
  private(set) var originals = SparseColumn()
  private(set) var sourceIDs = SparseColumn()

  /// Whether all names are ASCII.
  private(set) var isASCII = true

  /// Makes an empty batch.
  public init() {}

  /// The number of names, repeated ones included.
  ///
  /// - Complexity: O(1)
  public var count: Int { texts.count }

  /// Whether there are no names.
  ///
  /// - Complexity: O(1)
  public var isEmpty: Bool { texts.count == 0 }

  /// The bytes of all names together, as UTF-8 in NFC.
  ///
  /// - Complexity: O(1)
  public var byteCount: Int { texts.byteCount }

  /// The rows of a table, in their order.
  init(_ table: NameTable) {
    texts = table.texts
    originals = table.originals
    sourceIDs = table.sourceIDs
    isASCII = table.exotics.isEmpty
  }

  /// The rows of a table but for some, given in ascending order.
  init(_ table: NameTable, without gone: [Int]) {
    self.init()
    var rest = gone[...]
    for row in 0..<table.count {
      if rest.first == row {
        rest.removeFirst()
      } else {
        append(table.name(at: row))
      }
    }
  }

  /// Adds a name at the end.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the name.
  public mutating func append(_ name: Name) {
    let isAsItCame = name.original.utf8.elementsEqual(name.text.utf8)
    if !isAsItCame { originals.append([UInt8](name.original.utf8), at: count) }
    if let id = name.sourceID { sourceIDs.append([UInt8](id.utf8), at: count) }
    let text = [UInt8](name.text.utf8)
    isASCII = isASCII && text.allSatisfy { $0 < 0x80 }
    texts.append(text)
  }

  /// Checks raw bytes and adds them as a name at the end: the way for many names.
  ///
  /// - Parameter bytes: One line of input, without its line break; not kept.
  /// - Throws: ``NameError``, and then the batch is as it was before.
  /// - Complexity: O(*m*), where *m* is the number of bytes.
  public mutating func append(validating bytes: UnsafeRawBufferPointer) throws(NameError) {
    let checked = try CheckedBytes(bytes)
    let original = UnsafeRawBufferPointer(rebasing: bytes[checked.range])
    isASCII = isASCII && checked.isASCII
    if let normalized = checked.normalized {
      originals.append([UInt8](original), at: count)
      texts.append(normalized)
    } else {
      texts.append(original)
    }
  }

  /// The name that arrived as the given one, counted from zero.
  ///
  /// - Complexity: O(log *k*), where *k* is the number of names that did not come in NFC or have a
  ///   source's identity.
  public subscript(place: Int) -> Name {
    let text = texts.string(at: place)
    return Name(
      text: text, original: originals.string(at: place) ?? text,
      sourceID: sourceIDs.string(at: place))
  }

  /// Adds all names of another batch at the end.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the other's names together.
  public mutating func append(contentsOf other: NameBatch) {
    if isEmpty {
      self = other
      return
    }
    originals.append(0..<other.count, of: other.originals, at: count)
    sourceIDs.append(0..<other.count, of: other.sourceIDs, at: count)
    texts.append(contentsOf: other.texts)
    isASCII = isASCII && other.isASCII
  }
}
