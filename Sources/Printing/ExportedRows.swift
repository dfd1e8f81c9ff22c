import Files
import Glibc
import JSON
package import ListModel
import NameSearch
import PageSources
package import TargetStore

/// Reads printed rows back in the formats of `show`, with all facts that these contain.
package struct ExportedRows {
  package private(set) var rows: [ImportedRow] = []

  /// The faults of the first skipped rows.
  package private(set) var faults: [String] = []
  package private(set) var leftOutCount = 0

  /// The number of the row or line that is being read, from 1 in each file.
  private var number = 0

  /// The unit that is counted, with the name of the file if there are several.
  private var unit = "row"

  /// The titles of the columns, in order.
  package private(set) var columnTitles: [String] = []

  /// The words of decisions that the list does not define, in alphabetical order.
  package private(set) var unknownVerdicts: [String] = []

  /// The checksum of the bytes of all files.
  package private(set) var checksum = ""

  private var titlesOfRows: Set<[String]> = []

  /// The values of rows with columns, by their titles.
  private var columns: [Int: [String: String]] = [:]

  /// The verdicts of the list, by their words.
  private let verdicts: [String: Verdict]

  /// The rows that have changed, with the words of their earlier verdicts.
  private var changed: [(place: Int, line: String, word: String)] = []

  /// Reads files, or standard input for `-`.
  ///
  /// Rows keep sections that are values of a column, as the rows say; with `keepsSections`, they keep all.
  ///
  /// - Throws: ``Failure`` if a file cannot be read, or does not have the format; `PageSourceError` if it is UTF-16 or
  ///   UTF-32.
  package init(
    paths: [String], format: PrintFormat, keepsSections: Bool, verdicts: [Verdict] = []
  ) throws {
    precondition(PrintFormat.readable.contains(format))
    self.verdicts = Dictionary(verdicts.map { ($0.word, $0) }) { first, _ in first }
    let checksum = Checksum()
    for path in paths {
      var bytes = try Self.bytes(of: path)
      unit = (paths.count > 1 ? "\(path): " : "") + (format.records == nil ? "line" : "row")
      number = 0
      bytes.withUnsafeBytes { checksum.add($0) }
      if let encoding = SourceEncoding(of: bytes) {
        throw PageSourceError.encoding(path == "-" ? "standard input" : path, encoding)
      }
      if bytes.starts(with: SourceEncoding.byteOrderMark) {
        bytes.removeFirst(SourceEncoding.byteOrderMark.count)
      }
      if let form = format.records {
        try readRecords(bytes, form, path, keepsSections)
      } else if format == .todo {
        try readLines(bytes) { ReadRow(row: try Self.todo($0)) }
      } else {
        let own = self.verdicts
        try readLines(bytes) { try Row(line: $0).read(own, keepsSections) }
      }
    }
    self.checksum = checksum.digits
    let words = Set(rows.lazy.compactMap(\.remark.verdict?.word))
    unknownVerdicts = words.filter { self.verdicts[$0] == nil && !["dead", "ok"].contains($0) }
      .sorted()
    resolveChanged()
    columnTitles = Self.merged(titlesOfRows)
    for (row, values) in columns {
      rows[row].texts.detail = Fields.joined(columnTitles.map { values[$0] ?? "" })
    }
  }

  /// Gives changed rows their earlier verdicts; the list, or another row, defines the class of a word.
  private mutating func resolveChanged() {
    var known = Dictionary(rows.lazy.compactMap(\.remark.verdict).map { ($0.word, $0) }) {
      first, _ in first
    }
    known.merge(verdicts) { $1 }
    for verdict in [Verdict.dead, .ok] { known[verdict.word] = verdict }
    for (place, line, word) in changed {
      if let verdict = known[word] {
        rows[place].flags.insert(.changed)
        rows[place].remark.verdict = verdict
      } else {
        // The row becomes open in any case, but without an earlier verdict.
        rows[place].remark.verdict = nil
        let reason = word.isEmpty ? "no earlier verdict" : "no verdict “\(word)”"
        add(fault: "\(line): \(reason); imported as open")
      }
    }
  }

  private mutating func add(fault: String) {
    leftOutCount += 1
    if faults.count < 3 { faults.append(fault) }
  }

  private static func bytes(of path: String) throws -> [UInt8] {
    do {
      return try path == "-" ? Files.read(STDIN_FILENO) : Files.read(path)
    } catch {
      throw Failure("\(path): \(error)")
    }
  }

  /// A row of a file, before the facts that depend on the other rows are known.
  fileprivate struct ReadRow {
    var row: ImportedRow

    /// The word of the verdict that the row had before it changed, whose class is not part of the row.
    var earlier: String?

    /// The values of its columns, and their titles in order.
    var columns: [String: String] = [:]
    var titles: [String] = []
  }

  /// The JSON object of a row.
  fileprivate struct Row {
    var id: String?
    var source: String?
    var name: String
    var `class`: String?
    var verdict: String?

    /// The verdict in the form of versions before 1.0.
    var decision: String?
    var dead: Bool?
    var note: String?
    var until: String?
    var decidedAt: String?
    var decidedBy: String?
    var detail: String?
    var columns: [(title: String, value: String)] = []
    var section: String?
    var sectionOfColumn: Bool?
    var revision: String?
    var flags: Flags = []
    var earlier: String?
    var decidedRevision: String?

    /// Checks the row; `own` are the verdicts of the list.
    func read(_ own: [String: Verdict], _ keepsSections: Bool) throws -> ReadRow {
      var name = try Name(name)
      if let id = Self.given(id) {
        name = try name.known(by: id, in: Self.given(source) ?? ColumnChoice.source)
      }
      var flags: Flags = []
      let verdict = try counted(own)
      if let verdict { flags.formUnion(verdict.class.flag) }
      flags.formUnion(self.flags.subtracting(.changed))
      var remark = Remark(
        note: try Self.given(note).map { try Note($0) }, until: try moment(until),
        decidedAt: try moment(decidedAt), decidedBy: Self.given(decidedBy))
      (remark.verdict, remark.about) = (verdict, Self.given(decidedRevision))
      let isChanged = self.flags.contains(.changed)
      if isChanged { flags.subtract(.decided) }
      let hasSection = keepsSections || sectionOfColumn == true
      var row = ImportedRow(
        name: name, flags: flags,
        remark: remark,
        texts: RowTexts(
          detail: Self.given(detail), section: hasSection ? Self.given(section) : nil,
          revision: Self.given(revision)))
      row.tellsDecision = word != nil || verdict != nil
      return ReadRow(
        // A changed row without an earlier verdict may have it as its verdict.
        row: row, earlier: isChanged ? Self.given(earlier) ?? verdict?.word ?? "" : nil,
        columns: Dictionary(columns.map { ($0.title, $0.value) }) { first, _ in first },
        titles: columns.map(\.title))
    }

    /// The word of the class, if the row has one.
    private var word: String? {
      Self.given(`class`) ?? Self.given(decision) ?? dead.map { $0 ? "dead" : "open" }
    }

    /// The verdict that counts; `nil` for an open row.
    ///
    /// A word that means something else in the list is refused.
    private func counted(_ own: [String: Verdict]) throws -> Verdict? {
      guard let word else {
        guard let verdict = Self.given(verdict) else { return nil }
        guard let known = own[verdict] ?? VerdictClass(rawValue: verdict).map({ Verdict($0) })
        else {
          throw Failure("no verdict “\(verdict)”")
        }
        return known
      }
      if word == "open" {
        if let verdict = Self.given(verdict) {
          throw Failure("an open row has no verdict “\(verdict)”")
        }
        return nil
      }
      guard let known = VerdictClass(rawValue: word) else {
        throw Failure("no class “\(word)”")
      }
      guard let verdict = Verdict(Self.given(verdict) ?? word, known) else {
        throw Failure("no verdict “\(verdict ?? "")” of class \(word)")
      }
      if let own = own[verdict.word], own != verdict {
        throw Failure("\(own.word) means \(own.class) in the list, not \(word)")
      }
      return verdict
    }

    private static func given(_ text: String?) -> String? {
      text.flatMap { $0.isEmpty ? nil : $0 }
    }

    private func moment(_ text: String?) throws -> Moment? {
      guard let text = Self.given(text) else { return nil }
      guard let moment = Moment(text) else { throw Failure("invalid time “\(text)”") }
      return moment
    }
  }

  // MARK: Formats

  private mutating func readLines(_ bytes: [UInt8], _ read: ([UInt8]) throws -> ReadRow) throws {
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      number += 1
      if line.isEmpty { continue }
      add {
        if String(validating: line, as: UTF8.self) == nil { throw Self.notText }
        return try read(Array(line))
      }
    }
  }

  /// Replacing the invalid bytes could make one row of two.
  private static let notText = Failure("not UTF-8")

  /// Titles in an order that agrees with all rows, whose titles without a value are missing.
  private static func merged(_ rows: Set<[String]>) -> [String] {
    var rest = rows.sorted { ($1.count, $0.joined()) < ($0.count, $1.joined()) }.map { $0[...] }
    var titles: [String] = []
    while true {
      rest.removeAll(where: \.isEmpty)
      let firsts = rest.compactMap(\.first)
      guard
        let next = firsts.first(where: { title in
          !rest.contains { $0.dropFirst().contains(title) }
        }) ?? firsts.first
      else { return titles }
      titles.append(next)
      for place in rest.indices { rest[place].removeAll { $0 == next } }
    }
  }

  /// A completed task is a dead name.
  private static func todo(_ line: [UInt8]) throws -> ImportedRow {
    let text = String(decoding: line, as: UTF8.self)
    let isDone = text.hasPrefix("x ")
    return ImportedRow(
      name: try Name(isDone ? String(text.dropFirst(2)) : text), flags: isDone ? .dead : [])
  }

  private mutating func readRecords(
    _ bytes: [UInt8], _ form: RecordForm, _ path: String, _ keepsSections: Bool
  ) throws {
    var titles: [String]?
    let own = verdicts
    try RecordTexts.forEach(in: bytes, form: form.columns) { fields in
      guard let known = titles else {
        guard let fields else { throw Failure("\(path): the header is \(Self.notText)") }
        guard fields.contains("name") else {
          throw Failure("\(path): the header has no column “name”, unlike the one that show prints")
        }
        titles = fields
        return
      }
      if fields == [""] { return }
      number += 1
      add {
        guard let fields else { throw Self.notText }
        let values = Dictionary(zip(known, fields)) { first, _ in first }
        func flag(_ title: String) throws -> Bool? {
          switch values[title] {
          case nil: nil
          case "true": true
          case "", "false": false
          case let text?: throw Failure("\(title) takes true, false or nothing, not “\(text)”")
          }
        }
        var row = Row(
          id: values["id"], source: values["source"], name: values["name"] ?? "",
          class: values["class"], verdict: values["verdict"], decision: values["decision"],
          dead: try flag("dead"), note: values["note"], until: values["until"],
          decidedAt: values["decidedAt"],
          decidedBy: values["decidedBy"], detail: values["detail"], section: values["section"],
          sectionOfColumn: try flag("sectionOfColumn"),
          revision: values["revision"],
          flags: try (RowField.csv + RowField.csvAfterColumns).storedFlags(flag),
          earlier: values["earlier"], decidedRevision: values["decidedRevision"]
        )
        row.columns = known.filter { $0.hasPrefix(PrintedFields.column) }.map {
          (Self.title($0), values[$0] ?? "")
        }
        return try row.read(own, keepsSections)
      }
    }
  }

  private static func title(_ column: String) -> String {
    String(column.dropFirst(PrintedFields.column.count))
  }

  private mutating func add(_ read: () throws -> ReadRow) {
    do {
      let read = try read()
      if !read.titles.isEmpty { titlesOfRows.insert(read.titles) }
      if !read.columns.isEmpty { columns[rows.count] = read.columns }
      if let earlier = read.earlier { changed.append((rows.count, "\(unit) \(number)", earlier)) }
      rows.append(read.row)
    } catch {
      add(fault: "\(unit) \(number): \(error)")
    }
  }
}

extension ExportedRows.Row {
  /// Reads an object in the form that `show` prints, ignoring unknown members.
  fileprivate init(line: [UInt8]) throws {
    guard let row = JSONValue(line), row.isObject else { throw Self.noRow }
    func text(_ name: String) throws -> String? {
      guard let member = row.present(name) else { return nil }
      guard let text = member.text else { throw Self.noRow }
      return text
    }
    func flag(_ name: String) throws -> Bool? {
      guard let member = row.present(name) else { return nil }
      guard let flag = member.flag else { throw Self.noRow }
      return flag
    }
    guard let name = try text("name") else { throw Self.noRow }
    self.init(
      id: try text("id"), source: try text("source"), name: name, class: try text("class"),
      verdict: try text("verdict"), decision: try text("decision"), dead: try flag("dead"),
      note: try text("note"), until: try text("until"),
      decidedAt: try text("decidedAt"), decidedBy: try text("decidedBy"),
      detail: try text("detail"), section: try text("section"),
      sectionOfColumn: try flag("sectionOfColumn"), revision: try text("revision"),
      flags: try RowField.json.storedFlags(flag), earlier: try text("earlier"),
      decidedRevision: try text("decidedRevision"))
    guard let columns = row.present("columns") else { return }
    guard columns.isObject else { throw Self.noRow }
    for (title, value) in columns.members {
      guard let title, let value = value.text else { throw Self.noRow }
      self.columns.append((title, value))
    }
  }

  private static var noRow: Failure { Failure("not a row as show --format prints it") }
}

extension [RowField] {
  /// The stored flags of a row, whose fields are found by their names; the others follow from other facts.
  fileprivate func storedFlags(_ isTrue: (String) throws -> Bool?) rethrows -> Flags {
    try reduce(into: Flags()) { flags, field in
      guard let flag = field.flag.map({ Flags($0) }), Flags.stored.contains(flag) else { return }
      if try isTrue(field.rawValue) == true { flags.insert(flag) }
    }
  }
}
