/// Records by a simple reading of the rules, byte by byte for a whole text.
struct NaiveRecords {
  /// The decoded fields, and the line that the record begins in.
  struct Record: Equatable {
    var fields: [[UInt8]]
    var line: Int
  }

  private(set) var records: [Record] = []

  /// The lines of unclosed quotes.
  private(set) var openQuotes: [Int] = []

  init(_ text: [UInt8], delimiter: [UInt8], hasQuotes: Bool) {
    var text = text[...]
    if text.starts(with: [0xef, 0xbb, 0xbf]) { text = text.dropFirst(3) }
    var line = 1
    while !text.isEmpty {
      var record = Record(fields: [], line: line)
      var isLast = false
      while !isLast {
        let (field, end) = readField(text, delimiter, hasQuotes, line)
        line += text[..<end].count { $0 == 0x0A }
        text = text[end...]
        record.fields.append(field)
        if text.starts(with: delimiter) {
          text = text.dropFirst(delimiter.count)
        } else {
          isLast = true
          if !text.isEmpty {
            text = text.dropFirst()
            line += 1
          }
        }
      }
      records.append(record)
    }
  }

  /// Reads a field up to its delimiter or line feed, or to the end.
  private mutating func readField(
    _ text: ArraySlice<UInt8>, _ delimiter: [UInt8], _ hasQuotes: Bool, _ line: Int
  ) -> (field: [UInt8], end: Int) {
    let quote = UInt8(ascii: "\"")
    var field: [UInt8] = []
    var at = text.startIndex
    if hasQuotes, text.first == quote {
      at += 1
      var isClosed = false
      while at < text.endIndex, !isClosed {
        if text[at] != quote {
          field.append(text[at])
        } else if at + 1 < text.endIndex, text[at + 1] == quote {
          field.append(quote)
          at += 1
        } else {
          isClosed = true
        }
        at += 1
      }
      if !isClosed {
        openQuotes.append(line)
        field = [quote]
        at = text.startIndex + 1
      }
    }
    while at < text.endIndex, text[at] != 0x0A, !text[at...].starts(with: delimiter) {
      field.append(text[at])
      at += 1
    }
    return (field, at)
  }
}
