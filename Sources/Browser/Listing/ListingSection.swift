import NameSearch
import SectionedData

/// One section of a listing; its rows are made when asked for.
package struct ListingSection: SectionModel, Sendable {
  /// The rows of one section, made when asked for.
  package struct Items: RandomAccessCollection, Sendable {
    let listing: Listing
    let number: Int

    /// Zero.
    package var startIndex: Int { 0 }

    /// The number of rows.
    package var endIndex: Int { listing.matches.sections[number].count }

    /// The name at an offset in the section.
    ///
    /// - Precondition: The offset is within `indices`.
    package subscript(position: Int) -> Target {
      guard let target = listing.target(at: ItemPath(section: number, item: position)) else {
        preconditionFailure("the section has no such row")
      }
      return target
    }
  }

  let listing: Listing
  let number: Int

  /// The index title, empty when there are no sections.
  package var title: String { listing.matches.sections[number].title }

  /// The rows.
  package var items: Items { Items(listing: listing, number: number) }
}
