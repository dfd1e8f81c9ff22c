import Files
import FoundationEssentials
import Glibc
package import ListModel
import NameSearch
import PageSources
package import TargetStore

/// Rows as `export` and `list` print them, with all that is known of them.
package struct ExportedRows {
  package private(set) var rows: [ImportedRow] = []

  /// What was wrong with the first of those that were left out, and how many there were.
  package private(set) var faults: [String] = []
  package private(set) var leftOutCount = 0
  private var count = 0

  /// The verdicts of the list, by their words, and those that rows were read with.
  private var verdicts: [String: Verdict]

  /// Reads files, or standard input for `-`; with `hasSections` the rows keep their sections, which
  /// are those of a column.
  ///
  /// - Throws: ``Failure`` if a file cannot be read, or is not of the format.
  package init(
    paths: [String], format: PrintFormat, hasSections: Bool, verdicts: [Verdict] = []
  ) throws {
    self.verdicts = Dictionary(verdicts.map { ($0.word, $0) }) { first, _ in first }
    for path in paths {
      let bytes = try Self.bytes(of: path)
      switch format {
      case .csv: try readCSV(bytes, path, hasSections)
      case .ndjson:
        try readLines(bytes) {
          try JSONDecoder().decode(Row.self, from: $0).kept(hasSection: hasSections, $1)
        }
      case .todo: try readLines(bytes) { line, _ in try Self.todo(line) }
      default:
        throw Failure("--format \(format.rawValue): only csv, ndjson and todo are read")
      }
    }
  }

  private static func bytes(of path: String) throws -> [UInt8] {
    do {
      return try path == "-" ? Files.read(STDIN_FILENO) : Files.read(path)
    } catch {
      throw Failure("\(path): \(error)")
    }
  }

  /// A row as JSON has it.
  private struct Row: Decodable {
    var id: String?
    var source: String?
    var name: String
    var `class`: String?
    var verdict: String?
    var liked: Bool?
    var note: String?
    var until: String?
    var decidedAt: String?
    var decidedBy: String?
    var detail: String?
    var section: String?
    var revision: String?
    var changed: Bool?
    var earlier: String?
    var decidedRevision: String?

    /// `known` are the verdicts that a changed row may have had.
    func kept(hasSection: Bool, _ known: [String: Verdict]) throws -> ImportedRow {
      var name = try Name(name)
      if let id = Self.given(id) {
        name = try name.known(by: id, in: Self.given(source) ?? ColumnChoice.source)
      }
      var flags: Flags = []
      let verdict = try counted
      if let verdict { flags.formUnion(verdict.class.flag) }
      if liked == true { flags.insert(.liked) }
      var remark = Remark(
        note: try Self.given(note).map { try Note($0) }, until: try moment(until),
        decidedAt: try moment(decidedAt), decidedBy: Self.given(decidedBy))
      (remark.verdict, remark.about) = (verdict, Self.given(decidedRevision))
      if changed == true {
        let word = Self.given(earlier) ?? ""
        guard let earlier = VerdictClass(rawValue: word).map({ Verdict($0) }) ?? known[word] else {
          throw Failure("no verdict is called \(word)")
        }
        flags.insert(.changed)
        flags.subtract(.decided)
        remark.verdict = earlier
      }
      return ImportedRow(
        name: name, flags: flags,
        remark: remark,
        texts: RowTexts(
          detail: Self.given(detail), section: hasSection ? Self.given(section) : nil,
          revision: Self.given(revision)))
    }

    /// The verdict that counts; `nil` for an open row.
    private var counted: Verdict? {
      get throws {
        let word = Self.given(`class`) ?? "open"
        if word == "open" { return nil }
        guard let known = VerdictClass(rawValue: word) else {
          throw Failure("no class is called \(word)")
        }
        guard let verdict = Verdict(Self.given(verdict) ?? word, known) else {
          throw Failure("no verdict of class \(word) is called \(verdict ?? "")")
        }
        return verdict
      }
    }

    private static func given(_ text: String?) -> String? {
      text.flatMap { $0.isEmpty ? nil : $0 }
    }

    private func moment(_ text: String?) throws -> Moment? {
      guard let text = Self.given(text) else { return nil }
      guard let moment = Moment(text) else { throw Failure("no moment: \(text)") }
      return moment
    }
  }

  // MARK: Formats

  private mutating func readLines(
    _ bytes: [UInt8], _ read: (Data, _ known: [String: Verdict]) throws -> ImportedRow
  ) throws {
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true) {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if !line.isEmpty { add { try read(Data(line), $0) } }
    }
  }

  /// A task that is done is a dead name.
  private static func todo(_ line: Data) throws -> ImportedRow {
    let text = String(decoding: line, as: UTF8.self)
    let isDone = text.hasPrefix("x ")
    return ImportedRow(
      name: try Name(isDone ? String(text.dropFirst(2)) : text), flags: isDone ? .dead : [])
  }

  private mutating func readCSV(
    _ bytes: [UInt8], _ path: String, _ hasSections: Bool
  ) throws {
    var titles: [String]?
    try RecordTexts.forEach(in: bytes, form: .csv) { fields in
      guard let known = titles else {
        guard fields.contains("name") else {
          throw Failure("\(path): the header has no column “name”, as export writes it")
        }
        titles = fields
        return
      }
      if fields == [""] { return }
      let values = Dictionary(zip(known, fields)) { first, _ in first }
      add { known in
        try Row(
          id: values["id"], source: values["source"], name: values["name"] ?? "",
          class: values["class"], verdict: values["verdict"],
          liked: values["liked"].map { $0 == "true" },
          note: values["note"], until: values["until"], decidedAt: values["decidedAt"],
          decidedBy: values["decidedBy"], detail: values["detail"], section: values["section"],
          revision: values["revision"], changed: values["changed"].map { $0 == "true" },
          earlier: values["earlier"], decidedRevision: values["decidedRevision"]
        ).kept(hasSection: hasSections, known)
      }
    }
  }

  private mutating func add(_ read: (_ known: [String: Verdict]) throws -> ImportedRow) {
    count += 1
    do {
      let row = try read(verdicts)
      if let verdict = row.remark.verdict, verdicts[verdict.word] == nil {
        verdicts[verdict.word] = verdict
      }
      rows.append(row)
    } catch {
      leftOutCount += 1
      let reason = error is DecodingError ? "no row as export prints it" : "\(error)"
      if faults.count < 3 { faults.append("row \(count): \(reason)") }
    }
  }
}
