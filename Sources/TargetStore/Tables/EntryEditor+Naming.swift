import ListModel
import NameSearch

// Which entries the names and IDs of an edit stand for.

extension Edit {
  /// The entries that a name or an ID means: dropped ones only if there are no others.
  ///
  /// - Throws: ``StoreError/ambiguous(_:)`` if they are several and that is refused.
  func meant(among entries: [StoredRow], of row: AmbiguousRow) throws -> [StoredRow] {
    guard refusesAmbiguity else { return entries }
    let listed = entries.filter { Flags?.some($0.flags).isListed }
    let meant = listed.isEmpty ? entries : listed
    if meant.count > 1 {
      throw StoreError.ambiguous(.init(of: meant.map(\.name), text: row.text, isID: row.isID))
    }
    return meant
  }
}

extension EntryEditor {
  /// Edits the entries with an ID, of any source; if there are none, the one without an ID that has
  /// it as its name.
  mutating func make(_ edit: Edit, ofRowWith id: String, _ tell: (Outcome) -> Void) throws {
    let entries = try edit.meant(
      among: table.entries(withID: id), of: .init(text: id, isID: true))
    var names = entries.map(\.name)
    if names.isEmpty, let name = try? Name(id), let entry = try table.entry(name) {
      names = [entry.name]
    }
    var single = edit
    single.ofSingleRows = true
    var isKnown = false
    for name in names {
      try make(single, of: name) { outcome in
        if case .unknown = outcome { return }
        isKnown = true
        tell(outcome)
      }
    }
    if !isKnown { tell(.unknownID(id)) }
  }
}

extension EntryTable {
  /// The entries with an ID, one at most of each source; O(*s* log *n*) for *s* sources.
  func entries(withID id: String) throws -> [StoredRow] {
    let finding = try database.statement(
      "SELECT id FROM entry WHERE list = ?1 AND id <> '' AND id >= ?2 ORDER BY id LIMIT 1")
    let someName = try Name("row")
    var (found, start): ([StoredRow], String) = ([], "")
    while let next = try finding.bind(list, at: 1).bind(start, at: 2).first({ $0.text(at: 0) }),
      let source = next?.split(separator: "#", omittingEmptySubsequences: false).first
    {
      if let name = try? someName.known(by: id, in: String(source)), let entry = try entry(name) {
        found.append(entry)
      }
      // "$" follows "#": the IDs of the next source begin there, or later.
      start = source + "$"
    }
    return found
  }
}
