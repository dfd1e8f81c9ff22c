// Changes to the items other than loading them.

extension PaginatedList {
  /// Changes a loaded item and returns whether it is loaded; later pages do not undo the change.
  ///
  /// A list with ``RepeatedItems/last`` is an exception: a page that repeats the item replaces it.
  ///
  /// - Precondition: The identity does not change.
  /// - Complexity: That of ``offset(of:)``.
  @discardableResult
  public mutating func update(_ id: Item.ID, _ change: (inout Item) -> Void) -> Bool {
    guard let offset = offset(of: id) else { return false }
    change(&items[offset])
    precondition(items[offset].id == id, "a change leaves an item's identity as it is")
    return true
  }

  /// Replaces the loaded item that has the same identity; returns false if there is none.
  ///
  /// - Complexity: That of ``offset(of:)``.
  @discardableResult
  public mutating func replace(with item: Item) -> Bool {
    update(item.id) { $0 = item }
  }

  /// The offset of a loaded item, or `nil`.
  ///
  /// - Complexity: O(log *d*) expected, where *d* is the number of items dropped since the first page.
  public func offset(of id: Item.ID) -> Int? {
    guard let number = numbers[id] else { return nil }
    // Each item that was dropped before this one moves it one place towards the start.
    var high = min(number - firstNumber, items.count - 1)
    var low = max(number - firstNumber - gapCount, 0)
    while low < high {
      let middle = low + (high - low) / 2
      if let other = numbers[items[middle].id], other < number {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// Inserts an item, which no page then adds again; false if it is already loaded.
  ///
  /// The server may send it afterwards: the item stays at its place, and is replaced only in a list with
  /// ``RepeatedItems/last``. An item that was dropped is restored. An offset beyond the end counts as
  /// the end.
  ///
  /// - Complexity: O(*n*) for *n* loaded items; O(1) at the end.
  @discardableResult
  public mutating func insert(_ item: Item, at offset: Int) -> Bool {
    guard numbers[item.id] == nil else { return false }
    if dropped.remove(item.id) == nil { unsent.insert(item.id) }
    let place = min(max(offset, 0), items.count)
    guard place < items.count else {
      append(item)
      return true
    }
    let free = freeNumber(at: place)
    items.insert(item, at: place)
    if let free { numbers[item.id] = free } else { renumber() }
    return true
  }

  /// A number between those of the items around an offset, if there is one.
  private mutating func freeNumber(at offset: Int) -> Int? {
    guard let next = numbers[items[offset].id] else { return nil }
    guard offset > 0 else {
      // Numbers may be negative, so there is always one before the first.
      if next == firstNumber { firstNumber -= 1 }
      return firstNumber
    }
    guard let previous = numbers[items[offset - 1].id], next - previous > 1 else { return nil }
    return previous + 1
  }

  /// Removes an item and returns it if it was loaded; no page adds it before a reset or reload.
  ///
  /// ``insert(_:at:)`` takes it back.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items after it, which are moved in memory.
  @discardableResult
  public mutating func drop(_ id: Item.ID) -> Item? {
    let isFirstDrop = dropped.insert(id).inserted
    guard let offset = offset(of: id) else {
      if isFirstDrop { unsent.insert(id) }
      return nil
    }
    let number = numbers.removeValue(forKey: id)
    let item = items.remove(at: offset)
    if offset == items.count, let number { endNumber = number }
    wantMoreIfInView()
    return item
  }
}
