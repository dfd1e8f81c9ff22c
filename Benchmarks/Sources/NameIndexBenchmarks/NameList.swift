import Foundation
import NameSearch

/// The names that are measured, in the forms the cases start from.
struct NameList {
  /// The text they came in, and where the lines are in it.
  let text: [UInt8]
  let lines: [Range<Int>]

  /// The names as they arrived: checked, in batches of about a MiB.
  let batches: [NameBatch]

  /// The same as strings.
  let arrived: [String]

  /// The index before and after it has a word index, and its names in order.
  let sorted: NameIndex
  let indexed: NameIndex
  let names: [String]

  /// Makes the list of a text, one name a line; lines that are no names are left out.
  init(_ text: [UInt8], rows: Int? = nil) {
    self.text = text
    let whole = text.last == 0x0A ? text.dropLast() : text[...]
    lines = whole.split(separator: 0x0A, omittingEmptySubsequences: false).prefix(rows ?? .max)
      .map { $0.startIndex..<$0.endIndex }
    batches = Self.batches(of: lines, in: text)
    arrived = batches.flatMap { batch in (0..<batch.count).map { batch[$0].text } }
    sorted = NameIndex(order: NameOrder()).adding(batches)
    indexed = sorted.indexingWords() ?? sorted
    names = sorted.texts
  }

  /// Reads or makes up what the options say.
  init(_ options: Options) throws {
    if let file = options.file {
      self.init(try Self.bytes(of: file), rows: options.rows)
    } else {
      var maker = NameMaker(seed: 4)
      self.init(Array(maker.names(options.rows ?? 1_000_000).joined(separator: "\n").utf8))
    }
  }

  private static func bytes(of file: String) throws -> [UInt8] {
    do {
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
    } catch {
      throw Options.UsageError(description: "\(file): \(error.localizedDescription)")
    }
  }

  /// Checks lines and gathers them in batches.
  static func batches(of lines: [Range<Int>], in text: [UInt8]) -> [NameBatch] {
    text.withUnsafeBytes { text in
      var batches: [NameBatch] = []
      var batch = NameBatch()
      for line in lines {
        try? batch.append(validating: UnsafeRawBufferPointer(rebasing: text[line]))
        if batch.byteCount >= 1 << 20 {
          batches.append(batch)
          batch = NameBatch()
        }
      }
      return batches + [batch]
    }
  }
}

extension NameIndex {
  /// All names in order.
  var texts: [String] { (0..<count).map { name(at: NameRow($0)).text } }
}
