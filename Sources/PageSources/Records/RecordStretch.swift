import Glibc

/// Some whole records, in sequence in a text; valid only while the memory is.
struct RecordStretch {
  /// A field in the text, with its quotes.
  struct Field: Equatable {
    let range: Range<Int>
    let isQuoted: Bool
  }

  /// The bit of an end that marks a quoted field; the other bits are the offset.
  static let quoted: UInt32 = 0x8000_0000

  let text: UnsafeRawBufferPointer

  /// The ends of all fields, as written by the scan.
  let ends: UnsafeBufferPointer<UInt32>

  /// For each record, the number of ends up to its last one.
  let records: UnsafeBufferPointer<UInt32>

  /// The number of the line in which the first record starts, from 1.
  let line: Int

  let delimiterLength: Int

  /// Whether all of the text is ASCII without NUL.
  let isPlain: Bool

  /// Whether each record is one line.
  let hasOneLineEach: Bool

  var count: Int { records.count }

  /// The range of a record's fields in the list of all fields.
  @inline(__always)
  func fields(of record: Int) -> Range<Int> {
    (record == 0 ? 0 : Int(records[record - 1]))..<Int(records[record])
  }

  @inline(__always)
  func start(of record: Int) -> Int {
    record == 0 ? 0 : end(ofField: Int(records[record - 1]) - 1) + 1
  }

  /// The offset of the line feed that ends a record.
  @inline(__always)
  func end(of record: Int) -> Int { end(ofField: Int(records[record]) - 1) }

  @inline(__always)
  private func end(ofField number: Int) -> Int { Int(ends[number] & ~Self.quoted) }

  /// A field of a record, by its number among all fields.
  @inline(__always)
  func field(_ number: Int, of record: Int) -> Field {
    let isFirst = number == fields(of: record).lowerBound
    let start = isFirst ? start(of: record) : end(ofField: number - 1) + delimiterLength
    return Field(range: start..<end(ofField: number), isQuoted: isQuoted(number))
  }

  @inline(__always)
  func isQuoted(_ field: Int) -> Bool { ends[field] & Self.quoted != 0 }

  /// The text of a field without outer white space, if it is contiguous in the buffer; `nil` for a
  /// quoted field that contains a quote, or has text after the closing one.
  @inline(__always)
  func plainRange(ofField number: Int, of record: Int) -> Range<Int>? {
    let field = field(number, of: record)
    var (start, end) = (field.range.lowerBound, field.range.upperBound)
    while end > start, text[end - 1].isSpaceOfASCII { end -= 1 }
    if field.isQuoted {
      start += 1
      guard end > start, let base = text.baseAddress,
        let first = memchr(base + start, Int32(UInt8(ascii: "\"")), end - start),
        base.distance(to: first) == end - 1
      else { return nil }
      end -= 1
      while end > start, text[end - 1].isSpaceOfASCII { end -= 1 }
    }
    while start < end, text[start].isSpaceOfASCII { start += 1 }
    return start..<end
  }

  /// Whether a field may be quoted.
  var mayHaveQuotes: Bool { !hasOneLineEach }

  /// The number of the line that a record begins in.
  func line(of record: Int) -> Int {
    if hasOneLineEach { return line + record }
    return line + text[..<start(of: record)].count { $0 == 0x0A }
  }

  /// Appends the text of a field without its quotes, and with doubled quotes as one.
  func append(_ field: Field, to target: inout [UInt8]) {
    guard field.isQuoted else { return target.append(contentsOf: text[field.range]) }
    var isOpen = true
    var rest = text[field.range].dropFirst()
    while isOpen, let quote = rest.firstIndex(of: UInt8(ascii: "\"")) {
      target.append(contentsOf: rest[..<quote])
      rest = rest[(quote + 1)...]
      isOpen = rest.first == UInt8(ascii: "\"")
      if isOpen { target.append(rest.removeFirst()) }
    }
    // Text after the closing quote belongs to the field.
    target.append(contentsOf: rest)
  }
}

extension UInt8 {
  /// Whether it is ASCII white space.
  @inline(__always)
  var isSpaceOfASCII: Bool { self == 0x20 || self &- 0x09 < 5 }
}
