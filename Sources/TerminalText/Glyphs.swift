/// The characters that the program itself adds; the user's text is not affected.
package enum Glyphs: Hashable, Sendable {
  case unicode

  /// ASCII only: for locales without UTF-8, or at the user's request.
  case ascii
}
