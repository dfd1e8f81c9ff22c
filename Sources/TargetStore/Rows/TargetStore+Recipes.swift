package import ListModel
import NameSearch

extension TargetStore {
  /// The text of the recipe of a list; `nil` without a list, or without a recipe.
  package func recipe(of list: ListName) throws(StoreError) -> String? {
    try connection.read { db in
      try db.statement("SELECT recipe FROM list WHERE place = ? AND name = ?")
        .bind(list.place, at: 1).bind(list.name.text, at: 2).first { $0.text(at: 0) } ?? nil
    } ?? nil
  }

  /// The titles of the columns in the rows' details; empty if unknown.
  package func columnTitles(of list: ListName) throws(StoreError) -> [String] {
    try connection.read { db in
      try ListRecord.id(of: list, in: db).map { try Self.titles(of: $0, in: db) }
    }.flatMap { $0 } ?? []
  }

  static func titles(of list: Int64, in db: any Database) throws -> [String] {
    let reading = try db.statement("SELECT titles FROM list WHERE id = ?").bind(list, at: 1)
    let text = try reading.first { $0.text(at: 0) } ?? nil
    return text.map { Fields.columns(of: $0).map(String.init) } ?? []
  }

  /// Rows whose columns are where the list has them; without columns, nothing is read.
  static func aligned(
    _ names: NameBatch, to list: Int64, in db: any Database
  ) throws -> NameBatch {
    names.columnTitles.isEmpty ? names : names.aligned(to: try titles(of: list, in: db))
  }

  /// Notes what an input calls the columns, in the transaction that stores its rows.
  static func noteTitles(_ titles: [String], of list: Int64, in db: any Database) throws {
    if titles.isEmpty { return }
    try db.statement("UPDATE list SET titles = ?1 WHERE id = ?2 AND titles IS DISTINCT FROM ?1")
      .bind(Fields.joined(titles), at: 1).bind(list, at: 2).run()
  }

  /// Whether a list keeps the order of its rows; `nil` without a list.
  package func keepsOrder(_ list: ListName) throws(StoreError) -> Bool? {
    try connection.read { db in
      try db.statement("SELECT last_position FROM list WHERE place = ? AND name = ?")
        .bind(list.place, at: 1).bind(list.name.text, at: 2).first { $0.number(at: 0) != nil }
    } ?? nil
  }

  /// Sets the recipe of a list, as an event in the log; `nil` removes it.
  ///
  /// With `keepsOrder`, the list keeps the order of its rows from now on.
  ///
  /// - Returns: False, without a change, if the list had to be new but exists, or does not have the recipe
  /// `known`.
  package func setRecipe(
    _ text: String?, of list: ListName, isNew: Bool = false, replacing known: String? = nil,
    keepsOrder: Bool = false
  ) throws(StoreError) -> Bool {
    let made = try connection.write(creates: true) { [run] db in
      if isNew, try ListRecord.id(of: list, in: db) != nil { return Written(false, nil) }
      guard let record = try ListRecord(db, list, creates: true, keepsOrder: keepsOrder) else {
        return Written(false, nil)
      }
      let found =
        try db.statement("SELECT recipe FROM list WHERE id = ?").bind(record.id, at: 1)
        .first { $0.text(at: 0) } ?? nil
      if !isNew, (found ?? "") != (known ?? "") { return Written(false, nil) }
      var event = try EventDraft(db, record, run: run, .recipe, note: text, isStep: false)
      event.isForced = true
      try db.statement("UPDATE list SET recipe = ? WHERE id = ?")
        .bind(text, at: 1).bind(record.id, at: 2).run()
      return Written(true, try event.finish())
    }
    noteEvent(made?.step)
    return made?.value ?? false
  }
}
