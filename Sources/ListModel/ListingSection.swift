import NameSearch
import SectionedData

/// One section of a listing; its rows are made when asked for.
package struct ListingSection: SectionModel, Sendable {
  package struct Items: RandomAccessCollection, Sendable {
    let listing: Listing
    let number: Int

    package var startIndex: Int { 0 }
    package var endIndex: Int { listing.matches.sections[number].count }

    package subscript(position: Int) -> Target {
      guard let target = listing.target(at: ItemPath(section: number, item: position)) else {
        preconditionFailure("the section has no such row")
      }
      return target
    }
  }

  let listing: Listing
  let number: Int

  /// The index title; empty if names are not in sections.
  package var title: String { listing.matches.sections[number].title }

  package var items: Items { Items(listing: listing, number: number) }
}
