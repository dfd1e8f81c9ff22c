import NameSearch

/// Inserts rows that the list does not have, from the bytes of a batch.
struct NewRows {
  private let db: any Database
  private let list: Int64
  private let since: Int64
  private let inserting: any Statement

  static let batchSize = 4_096

  private static let columns = [
    "key", "name", "original", "fields", "section", "revision", "position",
  ]

  /// The position of the row at a place of a batch; `nil` if the list does not keep the order of
  /// its rows.
  private let position: (Int) -> Int64?

  init(
    _ db: any Database, _ list: Int64, since: Int64, position: @escaping (Int) -> Int64?
  ) throws {
    (self.db, self.list, self.since) = (db, list, since)
    self.position = position
    let names = Self.columns.joined(separator: ", ")
    inserting = try db.statement(
      db.isServer
        ? """
        INSERT INTO row (list, since, gone, \(names)) SELECT ?1, ?2, 0, new.*
        FROM unnest(\((3..<9).map { "CAST(?\($0) AS bytea[])" }.joined(separator: ", ")),
          CAST(?9 AS bigint[])) AS new
        """
        : """
        INSERT INTO row (list, since, gone, \(names)) VALUES (?1, ?2, 0, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
        """)
  }

  func insert(_ places: ArraySlice<Int>, of names: NameBatch) throws {
    if db.isServer { return try insertTogether(places, of: names) }
    try inserting.bind(list, at: 1).bind(since, at: 2)
    let hasOnlyNames = names.hasOnlyNames
    if hasOnlyNames { for column in CInt(4)...8 { try inserting.bind(Int64?.none, at: column) } }
    var key: [UInt8] = []
    for place in places {
      key.removeAll(keepingCapacity: true)
      names.withIdentity(at: place) { identity, isID in
        key += (isID ? Table.keyOfID : Table.keyOfName).utf8
        key += identity
      }
      if !hasOnlyNames {
        let name = names[place]
        try inserting.bind(name.storedName, at: 4).bind(name.storedOriginal, at: 5)
          .bind(names.fields(at: place), at: 6).bind(names.section(at: place), at: 7)
          .bind(names.revision(at: place), at: 8)
      }
      try inserting.bind(position(place), at: 9)
      try key.withUnsafeBytes { try inserting.bind($0, at: 3, staysThere: true).run() }
    }
  }

  private func insertTogether(_ places: ArraySlice<Int>, of names: NameBatch) throws {
    let rows = places.map { names[$0] }
    let arrays = [
      ServerArray(rows.map { $0.keyOfRow }), ServerArray(rows.map(\.storedName)),
      ServerArray(rows.map(\.storedOriginal)), ServerArray(places.map { names.fields(at: $0) }),
      ServerArray(places.map { names.section(at: $0) }),
      ServerArray(places.map { names.revision(at: $0) }),
      ServerArray(numbers: places.map { position($0) }),
    ]
    try inserting.bind(list, at: 1).bind(since, at: 2)
    for (place, array) in arrays.enumerated() { try inserting.bind(array, at: CInt(place) + 3) }
    try inserting.run()
  }
}
