import CWordScan
import Glibc

/// Tests names against a query without an index, for streams of which only matches are kept.
///
/// ```swift
/// let filter = NameFilter(NameQuery("br"))
/// let found: NameBatch = filter.matches(in: batch)
/// ```
public struct NameFilter: Sendable {
  private let needles: [Needle]

  /// Whether words of the query may be in the detail, too.
  public let looksInDetails: Bool

  /// Makes a filter for the names that match a query.
  public init(_ query: NameQuery) {
    needles = query.needles
    looksInDetails = query.looksInDetails
  }

  /// The matching names of a batch, in their order.
  ///
  /// - Complexity: O(*b*) for *b* bytes of names, for each word of the query.
  public func matches(in batch: NameBatch) -> NameBatch {
    var matches = NameBatch(columnsOf: batch)
    for place in 0..<batch.count where accepts(place, of: batch) {
      matches.append(place, of: batch)
    }
    return matches
  }

  private func accepts(_ place: Int, of batch: NameBatch) -> Bool {
    let detail = looksInDetails ? batch.details.index(of: place) : nil
    return needles.allSatisfy { needle in
      if isFound(needle, at: place, of: batch.texts, isASCII: batch.isASCII) {
        return !needle.isExcluded
      }
      guard let detail, !needle.isOfNamesOnly else { return needle.isExcluded }
      return isFound(needle, at: detail, of: batch.details.strings) != needle.isExcluded
    }
  }

  @inline(__always)
  private func isFound(
    _ needle: Needle, at place: Int, of texts: TextColumn, isASCII: Bool = false
  ) -> Bool {
    guard isASCII || texts.withBytes(at: place, \.isASCII) else {
      return texts.withBytes(at: place, needle.isFound(in:))
    }
    let range = texts.range(place)
    return texts.bytes.withUnsafeBytes { isFound(needle, in: range, of: $0) }
  }

  /// Whether a range of ASCII contains a needle; also reads the bytes before and after it.
  private func isFound(
    _ needle: Needle, in range: Range<Int>, of text: UnsafeRawBufferPointer
  ) -> Bool {
    guard let base = text.bindMemory(to: UInt8.self).baseAddress else { return false }
    return needle.withPlainText { plain in
      cwordscan_matches(base, Int64(range.lowerBound), Int64(range.upperBound), plain)
    } ?? false
  }
}

// MARK: Lines

extension NameFilter {
  /// The number of lines in a plain text; `nil` for any other.
  ///
  /// A plain text consists of whole lines of ASCII, each a valid name except for trailing white space.
  ///
  /// - Complexity: O(*n*), at about memory speed, where *n* is the length of the text.
  public static func plainLineCount(of text: UnsafeRawBufferPointer) -> Int? {
    let count = text.withMemoryRebound(to: UInt8.self) {
      cwordscan_plain_lines($0.baseAddress, Int64($0.count))
    }
    return count < 0 ? nil : Int(count)
  }

  /// Passes each matching line of a plain text to `body`, in order and without its line feed.
  ///
  /// `range` must be whole lines after a line feed. The query must not be empty. White space at the
  /// end of a line is not part of the name.
  ///
  /// - Complexity: O(*n*), at about memory speed if few lines match and no word is excluded.
  public func forEachMatch(
    in range: Range<Int>, ofPlain text: UnsafeRawBufferPointer, _ body: (Range<Int>) -> Void
  ) {
    guard let base = text.bindMemory(to: UInt8.self).baseAddress else { return }
    guard let first = needles.first else {
      preconditionFailure("an empty query lets all lines through")
    }
    var next = range.lowerBound
    func keep(_ found: Int) {
      guard found >= next else { return }  // another match in a line that was examined
      var start = found
      while start > next, base[start - 1] != 0x0A { start -= 1 }
      let feed = memchr(base + found, 0x0A, range.upperBound - found)
      let line = start..<(feed.map { text.offset(of: $0) } ?? range.upperBound)
      if accepts(line, ofPlain: text) { body(line) }
      next = line.upperBound + 1
    }
    // A line need not contain an excluded word; such words are last.
    if first.isExcluded {
      while next < range.upperBound { keep(next) }
      return
    }
    first.withPlainText { plain in
      withUnsafeTemporaryAllocation(of: Int64.self, capacity: Self.placesAtOnce) { places in
        while next < range.upperBound {
          let count = cwordscan_find_all(
            base, Int64(next), Int64(range.upperBound), plain, places.baseAddress,
            Int64(places.count))
          for place in places[..<Int(count)] { keep(Int(place)) }
          if count < places.count { return }
        }
      }
    }
  }

  private func accepts(_ line: Range<Int>, ofPlain text: UnsafeRawBufferPointer) -> Bool {
    var end = line.upperBound
    while end > line.lowerBound, text[end - 1] == 0x20 || 0x09...0x0D ~= text[end - 1] { end -= 1 }
    let name = line.lowerBound..<end
    return needles.allSatisfy { isFound($0, in: name, of: text) != $0.isExcluded }
  }

  private static let placesAtOnce = 1_024
}

extension UnsafeRawBufferPointer {
  fileprivate func offset(of pointer: UnsafeMutableRawPointer) -> Int {
    baseAddress?.distance(to: UnsafeRawPointer(pointer)) ?? 0
  }
}
