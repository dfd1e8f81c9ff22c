package import NameSearch

/// The identity of a list in a store: its name, and the place to which it belongs.
package struct ListName: Hashable, Sendable {
  /// The canonical path of a folder, or an address; empty for a list that belongs to no place.
  package let place: String
  package let name: Name

  package init(_ name: Name, in place: String = "") {
    (self.name, self.place) = (name, place)
  }

  /// A list that belongs to no place.
  package init(_ name: String) throws(NameError) { self.init(try Name(name)) }

  /// Whether the place is a folder, which other machines do not share.
  package var isOfFolder: Bool { place.hasPrefix("/") }

  /// Whether the place is an address; lists of all addresses can have the same name.
  package var isOfAddress: Bool { !place.isEmpty && !isOfFolder }

  /// The folder in which commands of the list run.
  package var folder: String? { isOfFolder ? place : nil }

  /// The folder and the name as one path; `nil` if the list does not belong to a folder.
  package var path: String? {
    isOfFolder ? (place == "/" ? "" : place) + "/" + name.text : nil
  }

  /// The short text that is shown: the name of the list within its place.
  package var text: String {
    if isOfFolder { return "./" + name.original }
    if place.isEmpty { return name.original }
    return name.text == Self.ofAddress ? place : place + "?" + name.original
  }

  /// The text that names the list from anywhere, for options.
  package var option: String { path ?? text }

  /// The name of the list for an address without a query; for other queries the name is their checksum.
  package static let ofAddress = "all"
}
