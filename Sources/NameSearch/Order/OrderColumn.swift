/// The column by which rows are ordered.
package enum OrderColumn: Hashable, Sendable {
  case name
  case id

  /// One of several columns that make up the ID, from 0.
  case idPart(Int)
  case section
  case revision

  /// One of the columns in the details, from 0.
  case detail(Int)

  /// The value that a row has in the column; empty if it has none.
  package func value(
    of name: @autoclosure () -> Name, fields: @autoclosure () -> String?,
    section: @autoclosure () -> String?, revision: @autoclosure () -> String?
  ) -> String {
    switch self {
    case .name: name().text
    case .id: name().idInSource ?? ""
    case .idPart(let number): name().idInSource.map { Self.part(number, of: $0) } ?? ""
    case .section: section().flatMap { $0 == SectionRuler.Key.withoutValue.title ? nil : $0 } ?? ""
    case .revision: revision() ?? ""
    case .detail(let number):
      fields().flatMap { Fields.columns(of: $0).dropFirst(number).first }.map(String.init) ?? ""
    }
  }

  /// A field of an ID of several columns, which is written as a record of CSV.
  private static func part(_ number: Int, of id: String) -> String {
    let (comma, quote) = (UInt8(ascii: ","), UInt8(ascii: "\""))
    var (fields, isOpen, last): ([[UInt8]], Bool, UInt8) = ([[]], false, comma)
    for byte in id.utf8 {
      if byte == quote {
        // A quote in a quoted field is doubled.
        if !isOpen, last == quote { fields[fields.count - 1].append(quote) }
        isOpen.toggle()
      } else if byte == comma, !isOpen {
        fields.append([])
      } else {
        fields[fields.count - 1].append(byte)
      }
      last = byte
    }
    return number < fields.count ? String(decoding: fields[number], as: UTF8.self) : ""
  }
}

// MARK: In a snapshot

extension OrderColumn? {
  func append(to packed: inout PackedBytes) {
    let (kind, number): (UInt8, Int) =
      switch self {
      case nil: (0, 0)
      case .name: (1, 0)
      case .id: (2, 0)
      case .idPart(let number): (3, number)
      case .section: (4, 0)
      case .revision: (5, 0)
      case .detail(let number): (6, number)
      }
    packed.append(kind)
    packed.append(Int64(number))
  }

  init(from packed: inout PackedReader) throws(UnusableSnapshot) {
    let (kind, number) = (try packed.number(UInt8.self), Int(try packed.number(Int64.self)))
    try UnusableSnapshot.unless(kind <= 6 && 0...Name.maximumBytes ~= number)
    self = [nil, .name, .id, .idPart(number), .section, .revision, .detail(number)][Int(kind)]
  }
}
