// What is done to the items beside loading them.

extension PaginatedList {
  /// Changes a loaded item and returns whether it is loaded; later pages do not undo the change.
  ///
  /// - Precondition: The identity does not change.
  /// - Complexity: O(1) expected.
  @discardableResult
  public mutating func update(_ id: Item.ID, _ change: (inout Item) -> Void) -> Bool {
    guard let offset = offset(of: id) else { return false }
    change(&items[offset])
    precondition(items[offset].id == id, "a change leaves an item's identity as it is")
    return true
  }

  /// Puts an item in the place of the loaded one with its identity; false if there is none.
  ///
  /// - Complexity: O(1) expected.
  @discardableResult
  public mutating func replace(with item: Item) -> Bool {
    update(item.id) { $0 = item }
  }

  /// The offset of a loaded item, or `nil`, in O(1) expected.
  public func offset(of id: Item.ID) -> Int? { numbers[id].map { $0 - firstNumber } }

  /// Inserts an item, which no page then adds; false if it is loaded already.
  ///
  /// One that was dropped is there again. An offset beyond the end counts as the end.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items after it.
  @discardableResult
  public mutating func insert(_ item: Item, at offset: Int) -> Bool {
    guard numbers[item.id] == nil else { return false }
    dropped.remove(item.id)
    let place = min(max(offset, 0), items.count)
    items.insert(item, at: place)
    renumber(from: place)
    return true
  }

  /// Removes an item and returns it if it was loaded; no page adds it before a reset or reload.
  ///
  /// ``insert(_:at:)`` takes it back.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items after it.
  @discardableResult
  public mutating func drop(_ id: Item.ID) -> Item? {
    dropped.insert(id)
    guard let offset = numbers.removeValue(forKey: id).map({ $0 - firstNumber }) else { return nil }
    let item = items.remove(at: offset)
    renumber(from: offset)
    wantMoreIfInView()
    return item
  }
}
