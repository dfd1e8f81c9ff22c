extension Int {
  /// The noun for this count: “name” for one, “names” for any other number.
  package func noun(_ singular: String, plural: String? = nil) -> String {
    self == 1 ? singular : plural ?? singular + "s"
  }

  /// With thousands separators, as in `1,204`.
  package var grouped: String {
    var digits = Array(String(magnitude))
    for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
    return (self < 0 ? "-" : "") + String(digits)
  }
}
