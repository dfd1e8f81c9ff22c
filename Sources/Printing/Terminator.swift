/// The character after each name when only names are printed.
package enum Terminator {
  case lineFeed, nul

  package var text: StaticString { self == .nul ? "\0" : "\n" }
}
