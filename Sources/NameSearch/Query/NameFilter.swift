import CWordScan
import Glibc

/// Tells which names match a query without an index, for streams of which only matches are kept.
///
/// ```swift
/// let filter = NameFilter(NameQuery("br"))
/// let found: NameBatch = filter.matches(in: batch)
/// ```
public struct NameFilter: Sendable {
  private let needles: [Needle]

  /// Whether words are looked for in details, too.
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
    if looksInDetails, let detail = batch.details.index(of: place) {
      return needles.indices.allSatisfy { needle in
        accepts(place, of: batch.texts, by: needles[needle...needle])
          || accepts(detail, of: batch.details.strings, by: needles[needle...needle])
      }
    }
    return accepts(place, of: batch.texts, isASCII: batch.isASCII, by: needles[...])
  }

  @inline(__always)
  private func accepts(
    _ place: Int, of texts: TextColumn, isASCII: Bool = false, by needles: ArraySlice<Needle>
  ) -> Bool {
    guard isASCII || texts.withBytes(at: place, \.isASCII) else {
      return texts.withBytes(at: place) { text in needles.allSatisfy { $0.isFound(in: text) } }
    }
    let range = texts.range(place)
    return texts.bytes.withUnsafeBytes { accepts(range, of: $0, by: needles) }
  }

  /// Whether words in a range of ASCII begin with all `needles`; the byte before the range is read.
  private func accepts(
    _ range: Range<Int>, of text: UnsafeRawBufferPointer, by needles: ArraySlice<Needle>
  ) -> Bool {
    guard let base = text.bindMemory(to: UInt8.self).baseAddress else { return false }
    return needles.allSatisfy { needle in
      needle.withPlainText { plain in
        plain.length == 0
          || cwordscan_find(base, Int64(range.lowerBound), Int64(range.upperBound), plain)
            < range.upperBound
      } ?? false
    }
  }
}

// MARK: Lines

extension NameFilter {
  /// The number of lines in a plain text; `nil` for any other.
  ///
  /// A plain text consists of whole lines of ASCII, each a valid name but for trailing white space.
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
  /// `range` must be whole lines after a line feed. The query must not be empty.
  ///
  /// - Complexity: O(*n*), at about memory speed while few lines match.
  public func forEachMatch(
    in range: Range<Int>, ofPlain text: UnsafeRawBufferPointer, _ body: (Range<Int>) -> Void
  ) {
    guard let base = text.bindMemory(to: UInt8.self).baseAddress else { return }
    guard let first = needles.first else {
      preconditionFailure("an empty query lets all lines through")
    }
    _ = first.withPlainText { plain in
      var next = range.lowerBound
      func keep(_ found: Int) {
        guard found >= next else { return }  // another match in a line that was examined
        var start = found
        while start > next, base[start - 1] != 0x0A { start -= 1 }
        let feed = memchr(base + found, 0x0A, range.upperBound - found)
        let line = start..<(feed.map { text.offset(of: $0) } ?? range.upperBound)
        if accepts(line, of: text, by: needles.dropFirst()) { body(line) }
        next = line.upperBound + 1
      }
      if plain.length == 0 {
        while next < range.upperBound { keep(next) }
        return
      }
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

  private static let placesAtOnce = 1_024
}

extension UnsafeRawBufferPointer {
  fileprivate func offset(of pointer: UnsafeMutableRawPointer) -> Int {
    baseAddress?.distance(to: UnsafeRawPointer(pointer)) ?? 0
  }
}
