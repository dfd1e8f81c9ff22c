import SectionedData
import Synchronization

/// How often identities were hashed and compared, and items compared.
final class Count: Sendable {
  let hashes = Atomic(0)
  let comparisons = Atomic(0)
}

/// An item that counts what is done with it.
struct CountedItem: Identifiable, Equatable, Sendable {
  struct ID: Hashable, Comparable, Sendable {
    let number: Int
    let count: Count

    static func < (left: ID, right: ID) -> Bool {
      left.count.comparisons.add(1, ordering: .relaxed)
      return left.number < right.number
    }

    static func == (left: ID, right: ID) -> Bool {
      left.count.comparisons.add(1, ordering: .relaxed)
      return left.number == right.number
    }

    func hash(into hasher: inout Hasher) {
      count.hashes.add(1, ordering: .relaxed)
      hasher.combine(number)
    }
  }

  let id: ID

  init(_ number: Int, _ count: Count) {
    id = ID(number: number, count: count)
  }

  static func == (left: CountedItem, right: CountedItem) -> Bool {
    left.id == right.id
  }
}

/// A section whose items are computed on request, or given.
struct CountedSection: DifferentiableSection {
  struct Items: RandomAccessCollection, Sendable {
    let numbers: Range<Int>
    let given: [CountedItem]?
    let counter: Count

    var startIndex: Int { 0 }
    var endIndex: Int { given?.count ?? numbers.count }

    subscript(position: Int) -> CountedItem {
      given?[position] ?? CountedItem(numbers.lowerBound + position, counter)
    }
  }

  let id: Int
  let items: Items

  var header: Int { id }

  init(id: Int, numbers: Range<Int>, count: Count) {
    self.id = id
    items = Items(numbers: numbers, given: nil, counter: count)
  }

  init(original: Self, items: [CountedItem]) {
    id = original.id
    self.items = Items(numbers: 0..<0, given: items, counter: original.items.counter)
  }
}
