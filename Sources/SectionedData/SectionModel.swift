/// One section of a sectioned list, as any type that can show its items in order.
///
/// The items may be computed when they are asked for: nothing in this module copies them into an
/// array or walks through all of them. Offsets count from the first item, whatever the index of
/// the collection starts with, so that a slice will do.
public protocol SectionModel {
  /// What the section is a list of.
  associatedtype Item where Item == Items.Element

  /// The collection that holds or computes the items.
  associatedtype Items: RandomAccessCollection where Items.Index == Int

  /// The section's items, in the order in which they are shown.
  ///
  /// - Complexity: O(1)
  var items: Items { get }
}
