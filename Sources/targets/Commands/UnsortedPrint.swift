import ListModel
import Browser
import NameSearch
import TargetStore

/// Prints the names that match in the order they are read, repeated ones too, and keeps none.
struct UnsortedPrint {
  let query: NameQuery
  let show: Show
  let printer: ListPrinter
  let isStrict: Bool

  /// Prints names page by page; after an error, those printed before stay.
  ///
  /// `source` has no identities of rows, and its lines were filtered by the query.
  ///
  /// - Throws: ``ExitStatus/nothing`` if no name matched, and the errors of reading and writing.
  func run(_ source: NameSource, store: TargetStore, list: Name) async throws {
    // Unfiltered: skip flags, they would cost a `Name` per row.
    let flags = show == .all ? nil : try await store.flagTable(in: list, for: source.scope)
    var output = Output(glyphs: printer.glyphs)
    var isEmpty = true
    let keptFilter = query.isEmpty ? nil : NameFilter(query)
    try await source.readAll(isStrict: isStrict, keptFilter: keptFilter) { names in
      for place in 0..<names.count {
        if let flags, !show.accepts(flags[names[place]]) { continue }
        try names.withOriginal(at: place) { (bytes) throws(Output.Failure) in
          try output.show(name: bytes, end: printer.nameEnd)
        }
        isEmpty = false
      }
      try output.flush()
    }
    if isEmpty { throw ExitStatus.nothing }
  }
}
