/// The character after each name where only names are printed.
enum Terminator {
  case lineFeed, nul

  var text: StaticString { self == .nul ? "\0" : "\n" }
}
