/// One section of a sectioned list, whose items may be computed lazily.
///
/// This module neither copies the items nor walks through them. Offsets count from the first one.
///
/// ```swift
/// struct Evens: SectionModel {
///   var items: EvenNumbers { EvenNumbers() }
/// }
///
/// struct EvenNumbers: RandomAccessCollection, Sendable {
///   let startIndex = 0
///   let endIndex = 50
///   subscript(place: Int) -> Int { 2 * place }
/// }
/// ```
public protocol SectionModel {
  /// An item of the section.
  associatedtype Item where Item == Items.Element

  /// The collection that contains or computes the items.
  associatedtype Items: RandomAccessCollection where Items.Index == Int

  /// The items in the order in which they are shown, in O(1).
  var items: Items { get }
}
