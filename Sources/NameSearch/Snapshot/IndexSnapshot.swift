/// A finished index in a file, which is mapped and not read.
///
/// It is a cache: the index can be made again, so a file that is missing, foreign or damaged is not
/// an error. The file is replaced as a whole, never rewritten, so an open snapshot does not change.
/// Its names can only be read by the user who wrote it.
///
/// The index can be used and changed like any other. Changes are kept in memory.
///
/// ```swift
/// let key = SnapshotKey(subject: "people", order: index.order)
/// do throws(SnapshotError) {
///   try IndexSnapshot.write(index, version: 7, key: key, to: path)
/// } catch {
///   complaint = "\(error)"
/// }
/// let snapshot = IndexSnapshot(path: path, key: key)
/// ```
public struct IndexSnapshot: Sendable {
  /// The index; rows are those of the index that was written.
  public let index: NameIndex

  /// The sets of rows of `index` that were written with it, in the same order.
  public let rowSets: [RowSet]

  /// The caller's version number of the content.
  public let version: Int64

  /// A number that distinguishes this version from the same version number in a copy of the list.
  public let token: Int64

  /// Opens a snapshot; `nil` if it is missing, of another key, format or version of ICU, or damaged.
  ///
  /// The file must be a regular file of this user that no one else can open. A block of it is
  /// compared with its checksum when it is first read, so later ``NameIndex/isDamaged`` may become
  /// true.
  ///
  /// - Complexity: O(*s* + *c* + *r* · *n*/64) for *s* sections, *c* changes since the last merge
  ///   and *r* sets of rows of *n* names.
  public init?(path: String, key: SnapshotKey) {
    do throws(UnusableSnapshot) {
      var reader = try SnapshotReader(path: path, key: key)
      index = try NameIndex(from: &reader, order: key.order)
      var rowSets: [RowSet] = []
      while !reader.isAtEnd { rowSets.append(try RowSet(from: &reader, rowCount: index.count)) }
      self.rowSets = rowSets
      (version, token) = (reader.version, reader.token)
    } catch {
      return nil
    }
  }

  /// Writes a snapshot under a temporary name, and then replaces the file at `path`.
  ///
  /// Missing folders are created for this user only. If several processes write at once, the file
  /// of the last one to finish stays, complete.
  ///
  /// - Precondition: `key` has the order of `index`, and `rowSets` are sets of its rows.
  /// - Throws: ``SnapshotError``. The temporary file is then removed.
  /// - Complexity: O(*b*) for a file of *b* bytes, most of them written from where they are in
  ///   memory. Waits until the disk has them.
  public static func write(
    _ index: NameIndex, rowSets: [RowSet] = [], version: Int64, token: Int64 = 0,
    key: SnapshotKey, to path: String
  ) throws(SnapshotError) {
    precondition(key.order == index.order, "the key is of another order than the index")
    precondition(
      rowSets.allSatisfy { $0.rowCount == index.count }, "the rows are of another index")
    guard index.isWhole() else {
      throw .unwritable(path: path, reason: "the snapshot that the index came from is damaged")
    }
    var writer = try SnapshotWriter(replacing: path)
    try index.write(to: &writer)
    for rows in rowSets { try writer.write(rows.words) }
    try writer.finish(version: version, token: token, key: key)
  }
}
