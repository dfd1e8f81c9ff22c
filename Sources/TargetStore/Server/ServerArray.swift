/// Texts as an array of `bytea` in binary form, as `array_recv` of PostgreSQL reads it.
struct ServerArray {
  private(set) var bytes: [UInt8] = []

  init(_ texts: some Collection<String?>) {
    let byteaType: Int32 = 17
    for number in [1, 1, byteaType, Int32(texts.count), 1] { append(number) }
    for text in texts {
      guard let text else {
        append(-1)
        continue
      }
      append(Int32(text.utf8.count))
      bytes.append(contentsOf: text.utf8)
    }
  }

  private mutating func append(_ number: Int32) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }
}
