/// A word of a command as the program gets it, as far as it is known before the values are.
struct CommandWord: Equatable {
  /// The text in it that is not a placeholder.
  var text = ""

  /// The first placeholder in it.
  var placeholder: Placeholder?
}
