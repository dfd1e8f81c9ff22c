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

  /// Whether the place is a folder: on another machine it would be another one.
  package var isOfFolder: Bool { place.hasPrefix("/") }

  /// The folder that commands of the list are run in.
  package var folder: String? { isOfFolder ? place : nil }

  /// The path of a list of a folder.
  package var path: String? {
    isOfFolder ? (place == "/" ? "" : place) + "/" + name.text : nil
  }

  /// How the list is shown: as it is named in its place.
  package var text: String {
    if isOfFolder { return "./" + name.original }
    if place.isEmpty { return name.original }
    return name.text == Self.ofAddress ? place : place + "?" + name.original
  }

  /// How the list is named from anywhere.
  package var option: String { path ?? text }

  /// The name of the list of an address without a query; other queries have their checksum.
  package static let ofAddress = "all"
}
