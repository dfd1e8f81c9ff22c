/// Validated names in the order they arrived, to be added to an index.
///
/// The names are in one buffer; a `Name` is made only on request.
public struct NameBatch: Sendable {
  private(set) var texts = TextColumn()
  private(set) var originals = SparseColumn()
  private(set) var sourceIDs = SparseColumn()

  private(set) var isASCII = true

  /// Makes an empty batch.
  public init() {}

  /// The number of names, duplicates included, in O(1).
  public var count: Int { texts.count }

  /// Whether there are no names.
  public var isEmpty: Bool { texts.count == 0 }

  /// The length of all names together, in bytes of UTF-8 in NFC.
  public var byteCount: Int { texts.byteCount }

  init(_ table: NameTable) {
    texts = table.texts
    originals = table.originals
    sourceIDs = table.sourceIDs
    isASCII = table.exotics.isEmpty
  }

  /// The rows of a table except `gone`, which is ascending.
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

  /// Adds a name at the end, in linear time.
  public mutating func append(_ name: Name) {
    let isAsItCame = name.original.utf8.elementsEqual(name.text.utf8)
    if !isAsItCame { originals.append([UInt8](name.original.utf8), at: count) }
    if let id = name.sourceID { sourceIDs.append([UInt8](id.utf8), at: count) }
    let text = [UInt8](name.text.utf8)
    isASCII = isASCII && text.allSatisfy { $0 < 0x80 }
    texts.append(text)
  }

  /// Validates raw bytes without a line break, in linear time, and adds them as a name at the end.
  ///
  /// - Throws: ``NameError``; the batch is then unchanged.
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

  /// The name at a place in order of arrival, from zero.
  ///
  /// - Complexity: O(log *k*) for *k* names that were not given in NFC or have a source ID.
  public subscript(place: Int) -> Name {
    let text = texts.string(at: place)
    return Name(
      text: text, original: originals.string(at: place) ?? text,
      sourceID: sourceIDs.string(at: place))
  }

  /// Whether all names of another batch can be added: no batch may have more than 4 GiB.
  public func hasRoom(for other: NameBatch) -> Bool { texts.hasRoom(for: other.texts) }

  /// Adds all names of another batch at the end, in linear time.
  ///
  /// - Precondition: ``hasRoom(for:)``.
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
