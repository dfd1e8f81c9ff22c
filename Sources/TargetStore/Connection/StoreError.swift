package import ListModel
package import NameSearch
import ShellText

/// Why an operation of the store failed; data stored earlier is unaffected.
package enum StoreError: Error, Equatable {
  case noPath

  case unusable(path: String, reason: String)

  /// The operation does not apply to this kind of store or file; nothing was changed.
  case inapplicable(path: String, reason: String)

  /// The new name of a list belongs to another list.
  case listExists(ListName)

  /// The file is corrupt or is not a store; it is left unchanged.
  case damaged(path: String, reason: String)

  /// The journal next to the file is damaged or belongs to another file; both are left unchanged.
  case foreignJournal(path: String)

  case newerVersion(path: String, found: Int, known: Int)

  /// The store was made before 1.0.
  case olderVersion(path: String, found: Int, known: Int)

  /// The store was made by an older program; `store upgrade` upgrades its tables.
  case needsUpgrade(path: String, schema: String? = nil, found: Int, known: Int)

  case readOnly(path: String)

  /// The server refused a statement for lack of a right; `reason` names the table or the schema.
  case notAllowed(path: String, reason: String)

  /// The disk, the quota or the limit on the file size is exhausted.
  case full(path: String)

  case busy(path: String)

  /// There is no connection to the server.
  case offline(path: String, reason: String)

  /// The server refuses connections for now.
  case refused(path: String, reason: String)

  /// The server has no tables of a store; `schema` is the schema that was searched, if not the
  /// usual one.
  case missingTables(path: String, schema: String? = nil)
  case notOwned(path: String)

  /// The file was deleted or replaced while in use; the next edit uses the new one.
  case replaced(path: String)

  /// The commit failed: the edit is stored but may not survive a power cut, or it is unknown
  /// whether it is stored (`isStored` is `nil`).
  case unsure(path: String, reason: String, isStored: Bool?)

  /// A name was changed after the step, which can therefore be neither undone nor redone.
  case changedSince(Name)

  /// The edit is too old: the store can undo only the last edits.
  case stepForgotten

  /// The list is gone that was meant, or another has its name.
  case otherList(ListName)

  /// A name, or an ID, means several rows.
  case ambiguous(SharedText)

  case cancelled
}

extension StoreError: CustomStringConvertible {
  package var description: String { text(unchanged: "; nothing was changed") }

  /// The text where nothing was to be changed, as an edit may be in progress beside the reading that failed.
  package var descriptionOfReading: String { text(unchanged: "") }

  private func text(unchanged: String) -> String {
    switch self {
    case .noPath:
      "no place to store lists; set HOME, or use --store FILE"
    case .unusable(let path, let reason):
      "\(path): cannot be used as a store: \(reason)"
    case .inapplicable(let path, let reason):
      "\(path): \(reason)"
    case .listExists(let list):
      "list “\(list.text)” already exists\(unchanged)"
    case .damaged(let path, let reason):
      """
      \(path): damaged (left unchanged): \(reason); restore a backup (targets store restore FILE), or \
      move the file away to start over
      """
    case .foreignJournal(let path):
      """
      \(path): left unchanged: \(path)-journal is damaged or belongs to another file; restore a \
      backup (targets store restore FILE)
      """
    case .newerVersion(let path, let found, let known):
      "\(path): written by a newer version of targets (\(found), this one knows \(known)); update targets"
    case .olderVersion(let path, let found, let known):
      """
      \(path): made by a version of targets before 1.0 (\(found), this one knows \(known)); export \
      its lists with that version, and import them into a new store
      """
    case .needsUpgrade(let path, let schema, let found, let known):
      """
      \(path): its tables are of version \(found), and this program needs \(known); upgrade them: \
      \(Self.command("upgrade", path, schema))
      """
    case .readOnly(let path):
      "\(path): read-only\(unchanged)"
    case .notAllowed(let path, let reason):
      "\(path): \(reason)\(unchanged)"
    case .full(let path):
      "\(path): disk full\(unchanged); free some space and try again"
    case .busy(let path):
      "\(path): locked by another program\(unchanged); try again"
    case .offline(let path, let reason):
      "\(path): no connection\(unchanged): \(reason)"
    case .refused(let path, let reason):
      "\(path): refused by the server\(unchanged): \(reason); try again"
    case .missingTables(let path, let schema):
      "\(path): has no tables yet; create them: \(Self.command("create", path, schema))"
    case .notOwned(let path):
      "\(path): belongs to another user; use a file of your own with --store"
    case .replaced(let path):
      "\(path): deleted or replaced while in use\(unchanged); :reload reads it again"
    case .unsure(let path, let reason, .none):
      "\(path): cannot tell whether the edit was stored: \(reason); check the list"
    case .unsure(let path, let reason, _):
      "\(path): the edit was stored, but may be lost in a crash: \(reason)"
    case .changedSince(let name):
      "\(name.original): edited since then\(unchanged)"
    case .otherList(let list):
      "list “\(list.text)” was renamed, deleted or replaced; nothing was changed"
    case .stepForgotten:
      "the store no longer keeps this edit\(unchanged)"
    case .ambiguous(let row): row.description
    case .cancelled:
      "cancelled\(unchanged)"
    }
  }

  /// A command for a store.
  private static func command(_ word: String, _ path: String, _ schema: String?) -> String {
    let words = ["targets", "store", word, "--store", path]
    return ShellLine(words + (schema.map { ["--schema", $0] } ?? [])).text
  }
}
