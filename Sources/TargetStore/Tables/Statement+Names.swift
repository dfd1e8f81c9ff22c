import ListModel
import NameSearch

extension Statement {
  /// Binds the original text of a name, or NULL if it equals the name.
  func bindOriginal(of name: Name, at index: CInt) throws {
    try bind(name.isAsItCame ? nil : name.original, at: index)
  }

  /// Binds the source identity of a name, or the empty string if it has none.
  func bindIdentity(of name: Name, at index: CInt) throws {
    try bind(name.sourceID ?? "", at: index)
  }

  func bind(_ flags: Flags?, at index: CInt) throws {
    try bind(flags.map { Int64($0.rawValue) }, at: index)
  }

  /// The name in `column`, whose original text is in the next column.
  ///
  /// - Throws: `SQLITE_CORRUPT` if the value is not a valid name. The statement is reset then.
  func name(at column: CInt) throws -> Name {
    // The original text is enough: the name is its normal form.
    let bytes = bytes(at: isNull(at: column + 1) ? column : column + 1)
    do {
      return try Name(validating: bytes)
    } catch {
      try reset()
      throw SQLiteError.corrupt("\(error)")
    }
  }

  /// The name in `column`, with its original text and source identity in the two next columns.
  ///
  /// - Throws: `SQLITE_CORRUPT` if a value is not valid. The statement is reset then.
  func knownName(at column: CInt) throws -> Name {
    let name = try name(at: column)
    let identity = bytes(at: column + 2)
    if identity.isEmpty { return name }
    do {
      return try name.known(by: Name(validating: identity).text)
    } catch {
      try reset()
      throw SQLiteError.corrupt("\(error)")
    }
  }

  /// A version, or how many there are of something; what no store has is taken for the nearest that
  /// can be counted with.
  func amount(at column: CInt) -> Int64? {
    number(at: column).map { min(max($0, 0), 1 << 60) }
  }

  /// The flags in `column`.
  ///
  /// - Throws: `SQLITE_CORRUPT` for a number that is none. The statement is reset then.
  func flags(at column: CInt) throws -> Flags? {
    guard let number = number(at: column) else { return nil }
    if 0...Int64(Flags.all.rawValue) ~= number { return Flags(rawValue: Int(number)) }
    try reset()
    throw SQLiteError.corrupt("an entry's flags are \(number)")
  }

  /// The entry in a row of `name, original, id, flags, detail, section`.
  var keptRow: StoredRow {
    get throws {
      var kept = try keptName
      kept.texts = RowTexts(detail: text(at: 4), section: text(at: 5))
      return kept
    }
  }

  /// The entry in a row of `name, original, id, flags, detail, section, added`.
  var keptEntry: StoredRow {
    get throws {
      var kept = try keptRow
      kept.range = number(at: 6) ?? 0
      return kept
    }
  }

  /// The entry in a row that begins with `name, original, id, flags`.
  var keptName: StoredRow {
    get throws { StoredRow(name: try knownName(at: 0), flags: try flags(at: 3) ?? []) }
  }
}

extension Name {
  /// What a row is known by: its identity, or else its name.
  var keyOfRow: String { sourceID.map { "#\($0)" } ?? "=\(text)" }

  /// Whether the original text is in normal form; comparing `String.UTF8View`s would be slower.
  var isAsItCame: Bool {
    var (text, original) = (text, original)
    return text.withUTF8 { text in original.withUTF8 { text.elementsEqual($0) } }
  }
}
