/// Values as an array in binary form, as `array_recv` of PostgreSQL reads it.
struct ServerArray {
  private(set) var bytes: [UInt8] = []

  /// Texts as `bytea[]`, or as `text[]` in the encoding of the connection.
  init(_ texts: some Collection<String?>, asText: Bool = false) {
    begin(type: asText ? 25 : 17, count: texts.count)
    for text in texts {
      guard let text else {
        append(Int32(-1))
        continue
      }
      append(Int32(text.utf8.count))
      bytes.append(contentsOf: text.utf8)
    }
  }

  /// Numbers as `bigint[]`.
  init(numbers: some Collection<Int64?>) {
    begin(type: 20, count: numbers.count)
    for number in numbers {
      guard let number else {
        append(Int32(-1))
        continue
      }
      append(Int32(8))
      append(number)
    }
  }

  private mutating func begin(type: Int32, count: Int) {
    for number in [1, 1, type, Int32(count), 1] { append(number) }
  }

  private mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }
}
