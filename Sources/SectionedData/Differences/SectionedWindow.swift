/// A part of a sectioned list: a range of items in some of its sections.
///
/// A difference of two windows counts from the start of each; ``path(inList:)`` converts its paths.
///
/// ```swift
/// let window = SectionedWindow(ItemPath(section: 0, item: 0)..<end, of: shown)
/// let difference = try SectionedDifference(from: shown, in: window, to: wanted, in: window)
/// ```
public struct SectionedWindow: Hashable, Sendable {
  /// A range of items in one section.
  public struct Part: Hashable, Sendable {
    /// The section's offset in the whole list.
    public var section: Int

    /// The offsets of the items in the section; empty for the header alone.
    public var items: Range<Int>

    /// Makes a part; it need not exist in any list.
    public init(section: Int, items: Range<Int>) {
      self.section = section
      self.items = items
    }
  }

  /// The parts in the order in which they are shown.
  public var parts: [Part]

  /// Makes a window of parts, at most one for each section.
  public init(_ parts: [Part]) {
    self.parts = parts
  }

  /// Makes a window of the sections with an item in the range and the empty sections within it.
  ///
  /// - Complexity: O(*w*), where *w* is the number of sections that the paths span.
  @_alwaysEmitIntoClient
  public init<Section: SectionModel>(_ paths: Range<ItemPath>, of sections: [Section]) {
    let last = min(paths.upperBound.section, sections.count - 1)
    let first = max(paths.lowerBound.section, 0)
    var parts: [Part] = []
    for section in first..<max(last + 1, first) {
      let count = sections[section].items.count
      let end = section < paths.upperBound.section ? count : min(paths.upperBound.item, count)
      let start = section > paths.lowerBound.section ? 0 : max(0, paths.lowerBound.item)
      let showsEmptySection = count == 0 && section < paths.upperBound.section
      if start < end || showsEmptySection {
        parts.append(Part(section: section, items: min(start, end)..<end))
      }
    }
    self.init(parts)
  }

  /// Converts a path in the window, whose section must exist, into one in the whole list.
  public func path(inList path: ItemPath) -> ItemPath {
    let part = parts[path.section]
    return ItemPath(section: part.section, item: part.items.lowerBound + path.item)
  }

  /// The sections and items in the window, as far as the list still contains them.
  ///
  /// - Throws: ``DifferenceError/invalidRebuild(_:)`` if `init(original:items:)` is wrong.
  /// - Complexity: O(*w*), where *w* is the number of sections and items in the window.
  @_alwaysEmitIntoClient
  public func sections<Section: DifferentiableSection>(
    of sections: [Section]
  ) throws(SectionedDifference<Section>.Failure) -> [Section] {
    var shown: [Section] = []
    for part in parts where sections.indices.contains(part.section) {
      let section = sections[part.section]
      let items = section.items
      let range = part.items.clamped(to: 0..<items.count)
      shown.append(
        try SectionedDifference<Section>.rebuild(
          section, items: range.map { items.item(atOffset: $0) }))
    }
    return shown
  }
}

extension SectionedDifference {
  /// Compares the windows of two lists like ``init(from:to:)``; the rest of the lists is not read.
  ///
  /// All paths and stages are relative to the windows. What leaves the window is deleted and what
  /// enters it is inserted. Duplicates outside of the windows are not found.
  @_alwaysEmitIntoClient
  public init(
    from initial: [Section], in initialWindow: SectionedWindow,
    to final: [Section], in finalWindow: SectionedWindow
  ) throws(Failure) {
    try self.init(
      from: initialWindow.sections(of: initial), to: finalWindow.sections(of: final))
  }
}
