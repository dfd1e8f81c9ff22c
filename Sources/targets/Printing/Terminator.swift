/// What ends each name where names are printed and nothing else.
enum NameEnd {
  case lineFeed, nul

  var text: StaticString { self == .nul ? "\0" : "\n" }
}
