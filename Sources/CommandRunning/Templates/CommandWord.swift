/// A word of a command as the program gets it, with gaps for values that are not known yet.
struct CommandWord: Equatable {
  /// The text in it that is not a placeholder.
  var text = ""

  /// The first placeholder in it.
  var placeholder: Placeholder?
}
