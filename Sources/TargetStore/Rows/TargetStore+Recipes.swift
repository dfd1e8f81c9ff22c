package import ListModel
package import NameSearch

extension TargetStore {
  /// The text of the recipe of a list; `nil` if the list does not exist or has no recipe.
  package func recipe(of list: ListName) throws(StoreError) -> String? {
    try connection.read { db in
      try db.statement("SELECT recipe FROM list WHERE place = ? AND name = ?")
        .bind(list.place, at: 1).bind(list.name.text, at: 2).first { $0.text(at: 0) } ?? nil
    } ?? nil
  }

  /// The titles of the columns, as far as they are known.
  package func titles(of list: ListName) throws(StoreError) -> ColumnTitles {
    try connection.read { db in
      try ListRecord.id(of: list, in: db).map { try Self.titles(of: $0, in: db) }
    }.flatMap { $0 } ?? ColumnTitles()
  }

  static func titles(of list: Int64, in db: any Database) throws -> ColumnTitles {
    let reading = try db.statement("SELECT titles, other_titles FROM list WHERE id = ?")
      .bind(list, at: 1)
    return try reading.first { ColumnTitles(details: $0.text(at: 0), others: $0.text(at: 1)) }
      ?? ColumnTitles()
  }

  /// Whether a row of a list has a section.
  package func hasSections(_ list: ListName) throws(StoreError) -> Bool {
    try connection.read { db in
      try db.statement("SELECT section_count FROM list WHERE place = ? AND name = ?")
        .bind(list.place, at: 1).bind(list.name.text, at: 2).first { $0.number(at: 0) ?? 0 > 0 }
    }.flatMap { $0 } ?? false
  }

  /// Stores the titles that an input has for the columns, in the transaction that stores its rows.
  ///
  /// - Parameters:
  ///   - input: The titles as the input has them.
  ///   - details: The titles of the columns in the details, including those that only the list has.
  ///   - words: Titles for values whose columns have none.
  ///   - list: The list.
  ///   - db: The store.
  /// - Throws: The errors of the store.
  static func noteTitles(
    _ input: ColumnTitles, details: [String], words: ColumnTitles, of list: ListRecord,
    in db: any Database
  ) throws {
    let known = list.titles
    var titles = input.otherwise(known.without(input.all)).otherwise(words)
    if !details.isEmpty { titles.details = details }
    if !titles.details.isEmpty { titles.detail = nil }
    if titles == known { return }
    try db.statement("UPDATE list SET titles = ?, other_titles = ? WHERE id = ?")
      .bind(titles.details.isEmpty ? nil : Fields.joined(titles.details), at: 1)
      .bind(titles.others, at: 2).bind(list.id, at: 3).run()
  }

  /// Whether a list keeps the order of its rows; `nil` if the list does not exist.
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
  /// - Returns: False, without a change, if the list must be new but exists, or if its recipe is
  ///   not `known`.
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

extension ColumnTitles {
  /// Reads the titles from the columns `titles` and `other_titles`.
  init(details: String?, others: String?) {
    let others = others.map { Fields.columns(of: $0).map(String.init) } ?? []
    func title(_ place: Int) -> String? {
      place < others.count && !others[place].isEmpty ? others[place] : nil
    }
    self.init(
      name: title(0), id: Array(others.dropFirst(4)), section: title(1), revision: title(2),
      detail: title(3), details: details.map { Fields.columns(of: $0).map(String.init) } ?? [])
  }

  /// The value for the column `other_titles`; `nil` without such titles.
  fileprivate var others: String? {
    let text = Fields.joined([name, section, revision, detail].map { $0 ?? "" } + id)
    return text.isEmpty ? nil : text
  }
}
