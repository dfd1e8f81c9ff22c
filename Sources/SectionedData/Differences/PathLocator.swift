/// Converts offsets in a whole list into paths; fast for offsets in the same section.
@usableFromInline
@frozen
struct PathLocator {
  /// The offset of each section's first item, then the number of all items.
  @usableFromInline let starts: [Int]
  @usableFromInline var section = 0

  @_alwaysEmitIntoClient
  init<Items: Collection>(of lists: [Items]) {
    var starts: [Int] = []
    starts.reserveCapacity(lists.count + 1)
    var end = 0
    starts.append(0)
    for items in lists {
      end += items.count
      starts.append(end)
    }
    self.starts = starts
  }

  /// The number of all items.
  @_alwaysEmitIntoClient var count: Int { starts[starts.count - 1] }

  @usableFromInline
  func offsets(ofSection section: Int) -> Range<Int> {
    starts[section]..<starts[section + 1]
  }

  /// The path of an offset: O(1) in the section of the last call, else O(log *n*) in the sections.
  @_alwaysEmitIntoClient
  mutating func path(at offset: Int) -> ItemPath {
    if offset < starts[section] || offset >= starts[section + 1] { find(offset) }
    return ItemPath(section: section, item: offset - starts[section])
  }

  @usableFromInline
  mutating func find(_ offset: Int) {
    section = starts.partitioningIndex { $0 > offset } - 1
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element satisfies the predicate, in a partitioned list, in O(log *n*).
  func partitioningIndex(where belongsToSecondPart: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if belongsToSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
