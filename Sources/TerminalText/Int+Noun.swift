extension Int {
  /// The noun for this count: “name” for one, “names” for any other number.
  package func noun(_ singular: String) -> String { self == 1 ? singular : singular + "s" }
}
