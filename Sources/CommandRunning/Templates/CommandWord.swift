/// A word of a command as the program gets it, with gaps for values that are not known yet.
struct CommandWord: Equatable {
  /// The text of the word without placeholders.
  var text = ""

  /// The first placeholder in the word.
  var placeholder: Placeholder?

  /// Whether the word begins with a placeholder, so that its text is only its end.
  var beginsWithValue = false
}
