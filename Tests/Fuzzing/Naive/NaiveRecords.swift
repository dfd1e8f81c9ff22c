/// Records of fields by a simple reading of RFC 4180, for a whole text.
struct NaiveRecords {
  struct Record: Equatable {
    var fields: [[UInt8]] = []

    /// The line in which it begins, from 1.
    var line: Int
  }

  private(set) var records: [Record] = []

  /// The lines of unclosed quotes, which are treated as text.
  private(set) var openQuotes: [Int] = []

  private let delimiter: [UInt8]
  private let hasQuotes: Bool
  private var text: ArraySlice<UInt8>
  private var line = 1

  init(_ bytes: [UInt8], delimiter: [UInt8], hasQuotes: Bool) {
    (self.delimiter, self.hasQuotes) = (delimiter, hasQuotes)
    text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    while !text.isEmpty { readRecord() }
  }

  private mutating func readRecord() {
    var record = Record(line: line)
    while true {
      record.fields.append(readField())
      guard text.starts(with: delimiter) else { break }
      text = text.dropFirst(delimiter.count)
    }
    if text.popFirst() != nil { line += 1 }  // the line feed
    records.append(record)
  }

  /// A field, up to the delimiter or line feed after it.
  private mutating func readField() -> [UInt8] {
    var field: [UInt8] = []
    if hasQuotes, text.first == 0x22 {
      if let quoted = quoted() {
        field = quoted.content
        line += text[..<quoted.end].count { $0 == 0x0A }
        text = text[quoted.end...]
      } else {
        openQuotes.append(line)
        field.append(text.removeFirst())
      }
    }
    while let byte = text.first, byte != 0x0A, !text.starts(with: delimiter) {
      field.append(byte)
      text = text.dropFirst()
    }
    return field
  }

  /// The text between a quote here and its closing quote; `nil` if it is not closed.
  private func quoted() -> (content: [UInt8], end: Int)? {
    var content: [UInt8] = []
    var at = text.startIndex + 1
    while at < text.endIndex {
      if text[at] != 0x22 {
        content.append(text[at])
        at += 1
      } else if text[(at + 1)...].first == 0x22 {
        content.append(0x22)
        at += 2
      } else {
        return (content, at + 1)
      }
    }
    return nil
  }
}
