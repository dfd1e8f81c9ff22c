package import NameSearch

/// Why the store could not do what it was asked; what was stored before is still stored.
package enum StoreError: Error, Equatable {
  /// Nothing says where the kept lists are.
  case noPath

  /// What is at `path` cannot be used as a store; `reason` says why.
  case unusable(path: String, reason: String)

  /// The file is a store no longer; it is left exactly as it was found.
  case damaged(path: String, reason: String)

  /// The file was written by a newer version of this program, and is left as it was found.
  case newerVersion(path: String, found: Int, known: Int)

  /// The lists can be read but not edited.
  case readOnly(path: String)

  /// The disk, the quota or the limit on the size of files is used up.
  case full(path: String)

  /// Other programs have kept the store locked for longer than an edit waits.
  case busy(path: String)

  /// The store, or the folder it would be made in, is somebody else's.
  case notOwned(path: String)

  /// The file was deleted, or another put in its place, while this run used it.
  ///
  /// What this run has read is not what would be edited; the next edit takes the file as it is then.
  case replaced(path: String)

  /// The disk failed when the edit was to be made lasting: it is stored and may be gone after a power
  /// cut, or (`isStored` is `nil`) it is not known whether it is stored.
  case unsure(path: String, reason: String, isStored: Bool?)

  /// A name is not as the step left it, so the step can be neither undone nor made again.
  case changedSince(Name)

  /// The task was cancelled before anything was written.
  case cancelled
}

extension StoreError: CustomStringConvertible {
  /// One line for the user: on what, what failed, and what to do where that is known.
  package var description: String {
    switch self {
    case .noPath:
      "no place for the kept lists: set HOME, or give a file with --store"
    case .unusable(let path, let reason):
      "\(path): not usable as a store: \(reason)"
    case .damaged(let path, let reason):
      "\(path): damaged, kept as it is: \(reason); restore a copy, or move it away to start anew"
    case .newerVersion(let path, let found, let known):
      "\(path): written by a newer version (\(found), known: \(known)); update this program"
    case .readOnly(let path):
      "\(path): read-only: nothing was changed"
    case .full(let path):
      "\(path): disk full: nothing was changed; free some space and try again"
    case .busy(let path):
      "\(path): locked by other programs: nothing was changed; try again"
    case .notOwned(let path):
      "\(path): belongs to another user: give a file of your own with --store"
    case .replaced(let path):
      "\(path): deleted or replaced while in use: nothing was changed; :reload reads it anew"
    case .unsure(let path, let reason, .none):
      "\(path): it is not known whether the edit was stored: \(reason); look at the list again"
    case .unsure(let path, let reason, _):
      "\(path): the edit was stored, but may not outlive a power cut: \(reason)"
    case .changedSince(let name):
      "\(name.original): changed since by somebody else: nothing was changed"
    case .cancelled:
      "cancelled: nothing was changed"
    }
  }
}
