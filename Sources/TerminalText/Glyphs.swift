/// The signs the program adds by itself; never a filter on the user's own letters.
package enum Glyphs: Hashable, Sendable {
  /// Any sign a UTF-8 terminal shows.
  case unicode

  /// ASCII only: for other locales, and on the user's wish.
  case ascii
}
