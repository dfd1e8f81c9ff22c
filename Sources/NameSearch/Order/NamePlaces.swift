/// The starts of the texts of several batches, in one array, to find the places of names.
///
/// Threads that read an array of batches would spend their time on counting references.
struct NamePlaces: Sendable {
  private var starts: [UInt32] = []

  /// The range of each batch in `starts`; empty for batches that are not needed.
  private var ranges: [Range<Int>] = []

  /// Takes the starts of the batches for which `isWanted` holds.
  init(of batches: [NameBatch], where isWanted: (NameBatch) -> Bool) {
    for batch in batches {
      let first = starts.count
      if isWanted(batch) { starts.append(contentsOf: batch.texts.starts) }
      ranges.append(first..<starts.count)
    }
  }

  /// Whether a batch was taken.
  @inline(__always)
  func has(_ batch: Int) -> Bool { !ranges[batch].isEmpty }

  /// The place in its batch of the name that starts at an offset.
  @inline(__always)
  func place(ofTextAt offset: Int, in batch: Int) -> Int {
    starts.withUnsafeBufferPointer { starts in
      UnsafeBufferPointer(rebasing: starts[ranges[batch]]).place(ofTextAt: offset)
    }
  }
}

extension UnsafeBufferPointer<UInt32> {
  /// The place of an offset among the starts of texts.
  ///
  /// - Complexity: O(log *n*) for *n* texts, and less where texts are of similar lengths.
  @inline(__always)
  func place(ofTextAt offset: Int) -> Int {
    let last = count - 1
    // The guess is close, so the search stays in memory that is probably cached.
    let guess = offset * last / Swift.max(Int(self[last]), 1)
    var low = 0
    var high = last
    var step = 8
    if self[guess] <= offset {
      low = guess
      while low + step < high, self[low + step] <= offset {
        low += step
        step *= 2
      }
      high = Swift.min(low + step, high)
    } else {
      high = guess
      while high - step > 0, self[high - step] > offset {
        high -= step
        step *= 2
      }
      low = Swift.max(high - step, 0)
    }
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle] >= offset {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }
}
