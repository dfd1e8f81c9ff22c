import CommandSyntax

extension Recipe.Option {
  var name: String { "--" + rawValue }

  /// How the option is written on a command line.
  var facts: ArgumentFacts {
    own ?? (Self.ofColumns + Self.ofOrder + Self.ofHelper).first { $0.names.contains(name) }
      ?? Self.option(rawValue, [], "")
  }

  var isFlag: Bool { facts.kind == .flag }

  // The options that browsing takes as well.
  private static let ofColumns = ColumnOptions.arguments.facts
  private static let ofOrder = OrderOptions.arguments.facts
  private static let ofHelper = SourceOptions.arguments.facts

  /// Whether it sets how rows are read.
  var isOfColumns: Bool { isOne(of: Self.ofColumns) }

  /// Whether it sets the order of rows, or their sections.
  var isOfOrder: Bool { isOne(of: Self.ofOrder) }

  /// Whether it sets which rows a helper reads.
  var isOfHelper: Bool { isOne(of: Self.ofHelper) }

  private func isOne(of group: [ArgumentFacts]) -> Bool {
    group.contains { $0.names.contains(name) }
  }

  /// The description of an option that only recipes take.
  private var own: ArgumentFacts? {
    switch self {
    case .source:
      Self.option(rawValue, ["COMMAND"], "Shell command that prints the rows.")
    case .preview:
      Self.option(
        rawValue, ["COMMAND"], "Shell command whose output is shown for the selected row.")
    case .place: Self.option(rawValue, [], "Refuse a list that belongs to no folder.")
    case .verdict:
      Self.option(
        rawValue, ["KEY=WORD:CLASS"], "A verdict, as in r=revoke:dead; can be repeated.",
        isRepeating: true)
    case .on:
      Self.option(
        rawValue, ["VERDICT", "COMMAND"],
        "Command that run starts for rows with this verdict, or of this class; can be repeated.",
        isRepeating: true)
    default: nil
    }
  }

  private static func option(
    _ word: String, _ values: [String], _ help: String, isRepeating: Bool = false
  ) -> ArgumentFacts {
    var facts = ArgumentFacts(
      kind: values.isEmpty ? .flag : .option, names: ["--\(word)"], values: values, help: help)
    facts.isRepeating = isRepeating
    return facts
  }
}
