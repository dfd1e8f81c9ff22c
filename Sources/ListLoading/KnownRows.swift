package import ListModel
import NameSearch

/// The identities of the rows that a source has returned so far.
///
/// If a row is repeated, only the first one counts, with its flags and its detail.
package struct KnownRows {
  private var identities = NumberedTexts()

  package init() {}

  /// Returns the batch without rows that were returned before; `count` is unchanged.
  ///
  /// - Complexity: O(*n*) for *n* rows.
  package mutating func addNew(of batch: RowBatch) -> RowBatch {
    var new = RowBatch(report: batch.report)
    for (place, row) in batch.rows.enumerated() where isNew(row.name) {
      new.append(row)
      new.names.setLastRevision(batch.names.revision(at: place) ?? "")
    }
    new.names.order(by: batch.names.orderColumn)
    (new.count, new.total, new.isSearched) = (batch.count, batch.total, batch.isSearched)
    new.stored = batch.stored
    return new
  }

  /// A row without an ID is identified by its name.
  private mutating func isNew(_ name: Name) -> Bool {
    identities.insert(name.sourceID.map { "#" + $0 } ?? "=" + name.text)
  }
}
