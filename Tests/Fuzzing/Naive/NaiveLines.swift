import ListModel
@testable import NameSearch
@testable import PageSources

/// The lines of a whole stream, one after another.
struct NaiveLines {
  /// The names as they were given.
  private(set) var names: [[UInt8]] = []

  private(set) var report = LineReport()

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  init(_ bytes: [UInt8], end: UInt8) {
    var rest = bytes[...]
    var number = 1
    while !rest.isEmpty {
      let line = rest.prefix { $0 != end }
      let isOpen = line.count == rest.count
      rest = rest.dropFirst(line.count + 1)
      read(line, number, isOpen: isOpen)
      number += 1
    }
  }

  private mutating func read(_ line: ArraySlice<UInt8>, _ number: Int, isOpen: Bool) {
    var line = line
    if line.count > 1 << 16 {
      // In a line this long, only ASCII white space is recognized.
      line = line.drop(while: Self.isSpace)
      if line.count > 1 << 16 {
        line = line.prefix((line.lastIndex { !Self.isSpace($0) } ?? -1) + 1 - line.startIndex)
        if line.count > 4096 { return report.add(.tooLong, at: .init(line: number)) }
      }
    }
    if number == 1, line.starts(with: Self.mark) {
      line = line.dropFirst(3)
      // A byte order mark alone is not a line.
      if isOpen, line.isEmpty { return }
    }
    if let error = NaiveName.error(line) {
      report.add(LineReport.Fault(error), at: .init(line: number))
    } else if (try? Array(line).withUnsafeBytes(Name.init(validating:))) == nil {
      report.add(.tooLong, at: .init(line: number))  // in NFC
    } else {
      names.append(Array(NaiveName.trimmed(line)))
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }
}
