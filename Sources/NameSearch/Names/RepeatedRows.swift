/// Finds rows of one input that have the same ID, or without IDs the same name, but differ otherwise.
///
/// It stores the keys, and a checksum of the other texts.
package struct RepeatedRows: Sendable {
  /// An ID, or the name of a row without one.
  package struct Key: Hashable, Sendable {
    package let text: String
    package let isID: Bool
  }

  private var names = NumberedTexts()
  private var ids = NumberedTexts()
  private var rowsOfNames: [UInt64] = []
  private var rowsOfIDs: [UInt64] = []

  package init() {}

  /// Adds rows, and returns the key of the first row that differs from an earlier one with its key.
  package mutating func add(_ batch: NameBatch) -> Key? {
    var differing: Key?
    for place in 0..<batch.count {
      let row = checksum(ofRow: place, of: batch)
      let isSame =
        if let id = batch.sourceIDs.index(of: place) {
          batch.sourceIDs.strings.withBytes(at: id) {
            Self.isSame(row, as: ids.number(of: $0), in: &rowsOfIDs)
          }
        } else {
          batch.texts.withBytes(at: place) {
            Self.isSame(row, as: names.number(of: $0), in: &rowsOfNames)
          }
        }
      if !isSame, differing == nil {
        let name = batch[place]
        differing = Key(text: name.idInSource ?? name.original, isID: name.sourceID != nil)
      }
    }
    return differing
  }

  private static func isSame(
    _ row: UInt64, as key: (number: Int, isNew: Bool), in rows: inout [UInt64]
  ) -> Bool {
    if key.isNew { rows.append(row) }
    return rows[key.number] == row
  }

  private func checksum(ofRow place: Int, of batch: NameBatch) -> UInt64 {
    var sum: UInt64 = 0
    func add(_ bytes: UnsafeRawBufferPointer) { sum = sum &* 31 &+ names.hash(bytes) }
    batch.texts.withBytes(at: place) { add($0) }
    if let detail = batch.details.index(of: place) {
      batch.details.strings.withBytes(at: detail) { add($0) }
    }
    sum = sum &* 37
    if var section = batch.section(at: place) {
      section.withUTF8 { add(UnsafeRawBufferPointer($0)) }
    }
    sum = sum &* 37
    if var revision = batch.revision(at: place) {
      revision.withUTF8 { add(UnsafeRawBufferPointer($0)) }
    }
    return sum
  }

  /// The rows of a batch, without those that are repeated later with the same key.
  package static func last(of batch: NameBatch) -> NameBatch {
    var (names, ids) = (NumberedTexts(), NumberedTexts())
    var places: [Int] = []
    for place in (0..<batch.count).reversed() {
      let isNew =
        if let id = batch.sourceIDs.index(of: place) {
          batch.sourceIDs.strings.withBytes(at: id) { ids.number(of: $0).isNew }
        } else {
          batch.texts.withBytes(at: place) { names.number(of: $0).isNew }
        }
      if isNew { places.append(place) }
    }
    var last = NameBatch(columnsOf: batch)
    for place in places.reversed() { last.append(place, of: batch) }
    return last
  }
}
