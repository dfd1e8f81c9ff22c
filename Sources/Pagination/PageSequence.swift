extension PageSource {
  /// The pages in order, each read when it is reached, not ahead.
  ///
  /// ```swift
  /// for try await page in source.pages { seen += page.contents }
  /// ```
  public var pages: PageSequence<Self> { PageSequence(source: self) }

  /// The items of all pages in order; a page is read when its first item is reached.
  ///
  /// ```swift
  /// for try await person in source.items() where person.name == "Bran" { return person }
  /// ```
  public func items<Item>() -> ItemSequence<Self, Item> where Contents == [Item] {
    ItemSequence(source: self)
  }
}

/// The pages of a ``PageSource``, read one by one as they are reached.
///
/// An iterator whose page could not be read tries the same page again when it is asked again.
///
/// ```swift
/// let pages: PageSequence = source.pages
/// ```
public struct PageSequence<Source: PageSource>: AsyncSequence, Sendable {
  /// Reads a page when it is asked for the next one.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let source: Source
    var cursor: Source.Cursor?

    /// The next page, or `nil` after the last one; throws what the source throws.
    public mutating func next() async throws -> Page<Source.Contents, Source.Cursor>? {
      guard let cursor else { return nil }
      try Task.checkCancellation()
      let page = try await source.page(at: cursor)
      self.cursor = page.next
      return page
    }
  }

  let source: Source

  /// Begins at the first page.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(source: source, cursor: source.firstCursor)
  }
}

/// The items of a ``PageSource``, whose pages are read one by one as they are reached.
///
/// ```swift
/// let items: ItemSequence = source.items()
/// ```
public struct ItemSequence<Source: PageSource, Item>: AsyncSequence, Sendable
where Source.Contents == [Item] {
  /// Reads a page when the items of the previous one are used up.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var pages: PageSequence<Source>.AsyncIterator
    var items: ArraySlice<Item> = []

    /// The next item, or `nil` after the last one; throws what the source throws.
    public mutating func next() async throws -> Item? {
      while items.isEmpty {
        guard let page = try await pages.next() else { return nil }
        items = page.contents[...]
      }
      return items.removeFirst()
    }
  }

  let source: Source

  /// Begins at the first item.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(pages: source.pages.makeAsyncIterator())
  }
}
