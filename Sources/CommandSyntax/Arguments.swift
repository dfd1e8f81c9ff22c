/// The arguments of a command or a group of options, in the order of help.
package struct Arguments<Root: Sendable>: Sendable {
  var list: [Argument<Root>] = []
  var checks: [@Sendable (Root) throws -> Void] = []

  /// Sets the words after the first `--`, if they are not operands.
  var rest: (@Sendable (inout Root, [String]) -> Void)?

  /// Finds an option that help and completion do not know.
  var unlisted: (@Sendable (String) -> Argument<Root>?)?

  package init(@ArgumentsBuilder<Root> _ parts: () -> Arguments<Root>) {
    self = parts()
  }

  fileprivate init() {}

  /// Their descriptions, for help and completion.
  package var facts: [ArgumentFacts] { list.map(\.facts) }

  /// The same, which help and completion do not know.
  package func hidden(under heading: String) -> Self {
    var hidden = self
    for place in list.indices {
      hidden.list[place].facts.isShown = false
      hidden.list[place].facts.heading = heading
    }
    if let unlisted {
      hidden.unlisted = { name in
        var argument = unlisted(name)
        argument?.facts.heading = heading
        return argument
      }
    }
    return hidden
  }
}

/// An option, a flag or an operand, and what it sets.
package struct Argument<Root: Sendable>: Sendable {
  var facts: ArgumentFacts
  let take: @Sendable (inout Root, [String]) throws -> Void
}

/// The description of an argument: everything but what it sets.
package struct ArgumentFacts: Sendable {
  package enum Kind: Sendable {
    case flag
    case option

    /// An option with an optional value, which follows an equals sign, or the letter.
    case optionWithOptionalValue
    case operand
  }

  package let kind: Kind

  /// Its spellings, with dashes; empty for an operand.
  package let names: [String]

  /// The placeholder of each of its values, in capitals.
  package let values: [String]
  package let help: String

  /// The words that it takes; empty for any text.
  package var choices: [String] = []

  /// Whether it takes more than one: several operands, or an option again.
  package var isRepeating = false

  /// Whether all words after it are its values.
  var takesRest = false

  /// How many of its values are optional.
  var optionalValues = 0

  /// Whether the next word is its optional value; otherwise a value must be part of the option's
  /// own word.
  var takesNext: @Sendable (String) -> Bool = { _ in false }

  /// Whether its value may be any text, also one that begins with an equals sign.
  var takesAnyText = false

  /// Whether help and completion know it.
  package var isShown = true

  /// The heading in help; empty for none.
  package var heading = ""

  package init(kind: Kind, names: [String], values: [String], help: String) {
    (self.kind, self.names, self.values, self.help) = (kind, names, values, help)
  }
}

extension ArgumentFacts {
  /// The options that every command takes.
  package static let help = Self(
    kind: .flag, names: ["-h", "--help"], values: [], help: "Print help; -h prints a short form.")
  package static let version = Self(
    kind: .flag, names: ["--version"], values: [], help: "Print the version.")
}

extension Argument {
  /// An argument that is declared elsewhere, and that sets something else here.
  package init(
    like facts: ArgumentFacts, set: @escaping @Sendable (inout Root, [String]) throws -> Void
  ) {
    (self.facts, take) = (facts, set)
    self.facts.heading = ""
  }
}

// MARK: Declaring them

@resultBuilder
package enum ArgumentsBuilder<Root: Sendable> {
  package static func buildExpression(_ argument: Argument<Root>) -> Arguments<Root> {
    var arguments = Arguments<Root>()
    arguments.list = [argument]
    return arguments
  }

  package static func buildExpression(_ arguments: Arguments<Root>) -> Arguments<Root> { arguments }

  package static func buildArray(_ parts: [Arguments<Root>]) -> Arguments<Root> { joined(parts) }

  package static func buildBlock(_ parts: Arguments<Root>...) -> Arguments<Root> { joined(parts) }

  private static func joined(_ parts: [Arguments<Root>]) -> Arguments<Root> {
    var all = Arguments<Root>()
    for part in parts {
      all.list += part.list
      all.checks += part.checks
      all.rest = part.rest ?? all.rest
      all.unlisted = part.unlisted ?? all.unlisted
    }
    return all
  }
}

extension Argument {
  /// A word that is there or not.
  package static func flag(
    _ names: String..., help: String, isShown: Bool = true,
    set: @escaping @Sendable (inout Root) -> Void
  ) -> Self {
    var facts = ArgumentFacts(kind: .flag, names: names, values: [], help: help)
    facts.isShown = isShown
    return Self(facts: facts) { root, _ in set(&root) }
  }

  /// A name with a value after it: `--name value`, `--name=value`, `-n value` or `-nvalue`.
  package static func option(
    _ names: String..., value: String, help: String, isRepeating: Bool = false,
    isShown: Bool = true, takesAnyText: Bool = false,
    set: @escaping @Sendable (inout Root, String) throws -> Void
  ) -> Self {
    var facts = ArgumentFacts(kind: .option, names: names, values: [value], help: help)
    (facts.isRepeating, facts.isShown) = (isRepeating, isShown)
    facts.takesAnyText = takesAnyText
    return Self(facts: facts) { try set(&$0, $1[0]) }
  }

  /// An option whose value is one of some words.
  package static func choice<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ names: String..., value: String, help: String,
    set: @escaping @Sendable (inout Root, Value) -> Void
  ) -> Self {
    var facts = ArgumentFacts(kind: .option, names: names, values: [value], help: help)
    facts.choices = Value.allCases.map(\.rawValue)
    return Self(facts: facts) { root, words in set(&root, try words[0].choice()) }
  }

  /// An option with an optional value, which follows an equals sign.
  package static func option(
    _ names: String..., optionalValue: String, help: String, isShown: Bool = true,
    takesNext: @escaping @Sendable (String) -> Bool = { _ in false },
    set: @escaping @Sendable (inout Root, String?) throws -> Void
  ) -> Self {
    var facts = ArgumentFacts(
      kind: .optionWithOptionalValue, names: names, values: [optionalValue], help: help)
    (facts.isShown, facts.takesNext) = (isShown, takesNext)
    return Self(facts: facts) { try set(&$0, $1.first) }
  }

  /// An option with several values; the last ones may be missing if another option follows.
  package static func option(
    _ name: String, values: [String], optional: Int = 0, takesRest: Bool = false, help: String,
    set: @escaping @Sendable (inout Root, [String]) -> Void
  ) -> Self {
    var facts = ArgumentFacts(kind: .option, names: [name], values: values, help: help)
    (facts.optionalValues, facts.takesRest) = (optional, takesRest)
    return Self(facts: facts) { set(&$0, $1) }
  }

  /// A word that does not begin with a dash.
  package static func operand(
    _ value: String, help: String,
    set: @escaping @Sendable (inout Root, String) throws -> Void
  ) -> Self {
    Self(facts: ArgumentFacts(kind: .operand, names: [], values: [value], help: help)) {
      try set(&$0, $1[0])
    }
  }

  /// An operand that is one of some words.
  package static func operand<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    choice value: String, help: String, set: @escaping @Sendable (inout Root, Value) -> Void
  ) -> Self {
    var facts = ArgumentFacts(kind: .operand, names: [], values: [value], help: help)
    facts.choices = Value.allCases.map(\.rawValue)
    return Self(facts: facts) { root, words in set(&root, try words[0].choice()) }
  }

  /// All words that do not begin with a dash, and that no operand before takes.
  package static func operands(
    _ value: String, help: String,
    set: @escaping @Sendable (inout Root, String) throws -> Void
  ) -> Self {
    var argument = operand(value, help: help, set: set)
    argument.facts.isRepeating = true
    return argument
  }
}

extension Arguments {
  /// The options of a group, under a heading of help.
  package static func group<Group: ArgumentGroup>(
    _ path: any WritableKeyPath<Root, Group> & Sendable, under heading: String = ""
  ) -> Self {
    let group = Group.arguments
    var arguments = Self()
    let placed: @Sendable (Argument<Group>) -> Argument<Root> = { argument in
      var facts = argument.facts
      if facts.heading.isEmpty { facts.heading = heading }
      return Argument(facts: facts) { try argument.take(&$0[keyPath: path], $1) }
    }
    arguments.list = group.list.map(placed)
    if let unlisted = group.unlisted { arguments.unlisted = { unlisted($0).map(placed) } }
    arguments.checks = group.checks.map { check in { try check($0[keyPath: path]) } }
    arguments.checks.append { try $0[keyPath: path].check() }
    return arguments
  }

  /// Options that are looked for by their name when one is given, because there are many of them.
  package static func unlisted(find: @escaping @Sendable (String) -> Argument<Root>?) -> Self {
    var arguments = Self()
    arguments.unlisted = find
    return arguments
  }

  /// The words after the first `--`, which are not operands of the command itself.
  package static func rest(set: @escaping @Sendable (inout Root, [String]) -> Void) -> Self {
    var arguments = Self()
    arguments.rest = set
    return arguments
  }
}
