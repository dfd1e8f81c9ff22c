/// Parses CSV and other records field by field, for `import`.
package enum RecordTexts {
  /// Passes each record to `body`, without CR LF or LF at its end, and with quotes resolved; `nil` for a record that is
  /// not UTF-8.
  ///
  /// - Throws: What `body` throws; ``PageSourceError`` never.
  /// - Complexity: O(*n*) for *n* bytes.
  package static func forEach(
    in bytes: [UInt8], form: ColumnForm, _ body: ([String]?) throws -> Void
  ) throws {
    var scanner = RecordScanner(form)
    var failure: (any Error)?
    func pass(_ stretch: RecordStretch) {
      for record in 0..<stretch.count where failure == nil {
        let numbers = stretch.fields(of: record)
        let fields = numbers.compactMap { number in
          var field: [UInt8] = []
          stretch.append(stretch.field(number, of: record), to: &field)
          return String(validating: field, as: UTF8.self)
        }
        let isText = fields.count == numbers.count
        do { try body(isText ? fields.withoutCarriageReturn : nil) } catch { failure = error }
      }
    }
    try bytes.withUnsafeBytes { try scanner.add($0, pass) }
    try scanner.finish(pass)
    if let failure { throw failure }
  }
}

extension [String] {
  fileprivate var withoutCarriageReturn: [String] {
    guard var last, last.utf8.last == 0x0D else { return self }
    last = String(decoding: last.utf8.dropLast(), as: UTF8.self)
    return dropLast() + [last]
  }
}
