/// A word of a command as the program gets it, for what can be told before the values are known.
struct CommandWord: Equatable {
  /// What stands in it beside placeholders.
  var text = ""

  /// The first placeholder in it.
  var placeholder: Placeholder?
}
