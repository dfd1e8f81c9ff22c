/// Why a command is not run; `row` is the name of the row.
package enum CommandRefusal: Error, Equatable, Sendable {
  case noCommand

  /// The value would be read as an option.
  case dash(Placeholder, row: String)

  case containsNUL(Placeholder, row: String)

  /// The row has no such value.
  case missing(Placeholder, row: String)

  /// A quote, or another part of the shell's syntax, has no end.
  case unfinished(String)

  /// No shell treats a value safely in this place, inside of `part`.
  case misplaced(Placeholder, part: String)

  /// Another program, `reader`, would execute the value as a part of a script.
  case script(Placeholder, reader: String)

  /// A part of the shell's syntax in which quotes cannot be analyzed.
  case unsupported(String)
}

extension CommandRefusal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noCommand: "no command given"
    case .dash(let placeholder, let row):
      "\(row): \(Self.subject(placeholder)) starts with - and would be read as an option; "
        + "put -- before \(placeholder.sign) to prevent that"
    case .containsNUL(let placeholder, let row):
      "\(row): \(Self.subject(placeholder)) contains a NUL character, which an argument cannot"
    case .missing(let placeholder, let row):
      "\(row): has no \(placeholder.word) to replace \(placeholder.sign)"
    case .unfinished(let part): "the command ends inside \(part)"
    case .misplaced(let placeholder, let part):
      "\(placeholder.sign) cannot be used inside \(part)"
    case .script(let placeholder, let reader) where ScriptWords.remoteShells.contains(reader):
      "\(placeholder.sign) would become part of a script that a shell runs on the host of \(reader); "
        + "only the host can be a placeholder"
    case .script(let placeholder, let reader):
      "\(placeholder.sign) would become part of a script that \(reader) runs; pass it as an argument: "
        + "sh -c '… \"$1\"' sh \(placeholder.sign)"
    case .unsupported(let part): "\(part) cannot be used with placeholders"
    }
  }

  private static func subject(_ placeholder: Placeholder) -> String {
    switch placeholder {
    case .name: "the name"
    case .field(let numbers): "field \(numbers)"
    default: "its \(placeholder.word)"
    }
  }
}
