/// A part of a sectioned list: some items of some of its sections.
///
/// A window is a list of its own: a difference of two windows counts sections and items from the
/// start of the window, and ``path(inList:)`` turns its paths into those of the whole list.
public struct SectionedWindow: Hashable, Sendable {
  /// Some items of one section.
  public struct Part: Hashable, Sendable {
    /// The section's offset in the whole list.
    public var section: Int

    /// The offsets of the items in the section; empty for a header alone.
    public var items: Range<Int>

    /// Makes a part; it need not exist in any list.
    public init(section: Int, items: Range<Int>) {
      self.section = section
      self.items = items
    }
  }

  /// What the window shows of each section, in the order in which it shows them.
  public var parts: [Part]

  /// Makes a window of parts; no two may be of the same section.
  public init(_ parts: [Part]) {
    self.parts = parts
  }

  /// Makes the window from one path up to, but not including, another.
  ///
  /// Every section that the paths span is in it, one that ends where the window starts and one
  /// that the window ends before the first item of left out, unless they are empty.
  ///
  /// - Complexity: O(*w*), where *w* is the number of sections that the paths span.
  public init<Section: SectionModel>(_ paths: Range<ItemPath>, of sections: [Section]) {
    let last = min(paths.upperBound.section, sections.count - 1)
    let first = max(paths.lowerBound.section, 0)
    parts = []
    guard first <= last else { return }
    for section in first...last {
      let count = sections[section].items.count
      let end = section < paths.upperBound.section ? count : min(paths.upperBound.item, count)
      let start = section > paths.lowerBound.section ? 0 : max(0, paths.lowerBound.item)
      let showsEmptySection = count == 0 && section < paths.upperBound.section
      if start < end || showsEmptySection {
        parts.append(Part(section: section, items: min(start, end)..<end))
      }
    }
  }

  /// The path in the whole list of what has this path in the window.
  ///
  /// - Precondition: The window has a section at the path.
  public func path(inList path: ItemPath) -> ItemPath {
    let part = parts[path.section]
    return ItemPath(section: part.section, item: part.items.lowerBound + path.item)
  }

  /// What the window shows of a list, as a list.
  ///
  /// Sections that the list does not have are left out, and so are items that a section does not
  /// have: a list may have changed since the window was made.
  ///
  /// - Throws: ``DifferenceError/invalidRebuild(_:)`` if a section is not what its
  ///   `init(original:items:)` promises.
  /// - Complexity: O(*w*), where *w* is the number of sections and items in the window.
  @inlinable
  public func sections<Section: DifferentiableSection>(
    of sections: [Section]
  ) throws(SectionedDifference<Section>.Failure) -> [Section] {
    var shown: [Section] = []
    for part in parts where sections.indices.contains(part.section) {
      let section = sections[part.section]
      let items = part.items.clamped(to: 0..<section.items.count)
      shown.append(
        try SectionedDifference<Section>.rebuild(
          section, items: items.map { section.items.item(atOffset: $0) }))
    }
    return shown
  }
}

extension SectionedDifference {
  /// Compares what two windows show of two lists; the rest of the lists is not read.
  ///
  /// All paths, and the sections of the stages, are those of the windows. What leaves the window
  /// is deleted and what enters it is inserted, wherever it is in the lists.
  ///
  /// - Throws: As ``init(from:to:)`` does; duplicates outside of the windows are not found.
  /// - Complexity: As ``init(from:to:)``, in the sections and items of the windows alone.
  @inlinable
  public init(
    from initial: [Section], in initialWindow: SectionedWindow,
    to final: [Section], in finalWindow: SectionedWindow
  ) throws(Failure) {
    try self.init(
      from: initialWindow.sections(of: initial), to: finalWindow.sections(of: final))
  }
}
