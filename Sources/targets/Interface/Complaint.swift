import Printing

/// Writes a line about an error to standard error, after the name of the command.
func complain(_ sentence: String) {
  let command = Invocation(ProgramWords.words).name.map { "\($0): " } ?? ""
  Printing.complain(sentence.hasPrefix(command) ? sentence : command + sentence)
}
