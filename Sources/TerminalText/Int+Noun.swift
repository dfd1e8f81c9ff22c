extension Int {
  /// The noun for so many things: “name” for one, “names” for any other number.
  package func noun(_ singular: String) -> String { self == 1 ? singular : singular + "s" }
}
