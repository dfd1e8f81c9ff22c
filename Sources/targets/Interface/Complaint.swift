import Printing

/// Writes one line on what went wrong to standard error, with the name of the command before it.
func complain(_ sentence: String) {
  let command = Invocation(ProgramWords.words).name.map { "\($0): " } ?? ""
  Printing.complain(sentence.hasPrefix(command) ? sentence : command + sentence)
}
