/// The arguments of a command or a group of options, in the order of help.
package struct Arguments<Root: Sendable>: Sendable {
  let list: ArgumentList

  package init(@ArgumentsBuilder<Root> _ parts: () -> Arguments<Root>) {
    self = parts()
  }

  fileprivate init(_ list: ArgumentList) {
    self.list = list
  }

  /// Their descriptions, for help and completion.
  package var facts: [ArgumentFacts] { list.arguments.map(\.facts) }

  /// The same arguments; help and completion do not show those with some names.
  package func hiding(_ names: String...) -> Self {
    Self(
      list.changed { facts in
        if !Set(names).isDisjoint(with: facts.names) { facts.isShown = false }
      })
  }

  /// The same arguments, which help and completion do not show.
  package func hidden(under heading: String) -> Self {
    Self(list.changed { facts in (facts.isShown, facts.heading) = (false, heading) })
  }
}

/// An option, a flag or an operand, with the function that sets its value.
package struct Argument<Root: Sendable>: Sendable {
  fileprivate var erased: ArgumentList.Argument
}

/// Arguments without the type of their root.
///
/// The whole parser uses this one type. With a generic type, Swift's runtime would instantiate
/// types for each command and group at every start. That took a third of the time of a short
/// command.
package struct ArgumentList: Sendable {
  struct Argument: Sendable {
    var facts: ArgumentFacts
    let take: @Sendable (inout any ArgumentGroup, [String]) throws -> Void
  }

  var arguments: [Argument] = []
  var checks: [@Sendable (any ArgumentGroup) throws -> Void] = []

  /// Sets the words after the first `--`, unless they are operands.
  var rest: (@Sendable (inout any ArgumentGroup, [String]) -> Void)?

  /// Finds an option that help and completion do not show.
  var unlisted: (@Sendable (String) -> Argument?)?

  mutating func append(_ other: ArgumentList) {
    arguments.append(contentsOf: other.arguments)
    checks.append(contentsOf: other.checks)
    rest = other.rest ?? rest
    unlisted = other.unlisted ?? unlisted
  }

  func argument(named name: String) -> Argument? {
    arguments.first { $0.facts.names.contains(name) } ?? unlisted?(name)
  }

  /// The same arguments, including unlisted ones, each replaced by another.
  private func map(_ change: @escaping @Sendable (Argument) -> Argument) -> Self {
    var list = self
    list.arguments = arguments.map(change)
    if let unlisted { list.unlisted = { unlisted($0).map(change) } }
    return list
  }

  /// The same arguments with other descriptions.
  func changed(_ change: @escaping @Sendable (inout ArgumentFacts) -> Void) -> Self {
    map { argument in
      var argument = argument
      change(&argument.facts)
      return argument
    }
  }

  /// The arguments of a group, which set the group as a part of `Root`.
  func placed<Root: ArgumentGroup, Group: ArgumentGroup>(
    at path: any WritableKeyPath<Root, Group> & Sendable
  ) -> Self {
    var list = map { argument in
      Argument(facts: argument.facts) { value, words in
        try Root.change(&value) { root in
          var group: any ArgumentGroup = root[keyPath: path]
          defer { root[keyPath: path] = .typed(group) }
          try argument.take(&group, words)
        }
      }
    }
    list.checks = checks.map { check in { try check(Root.typed($0)[keyPath: path]) } }
    list.checks.append { try Root.typed($0)[keyPath: path].check() }
    return list
  }
}

extension ArgumentGroup {
  /// Casts a value whose static type was erased to this type.
  static func typed(_ value: any ArgumentGroup) -> Self {
    guard let typed = value as? Self else { preconditionFailure("not of the group that is read") }
    return typed
  }

  /// Changes a value whose static type was erased.
  fileprivate static func change(
    _ value: inout any ArgumentGroup, _ body: (inout Self) throws -> Void
  ) rethrows {
    var typed = typed(value)
    defer { value = typed }
    try body(&typed)
  }
}

/// The description of an argument: everything but the function that sets it.
package struct ArgumentFacts: Sendable {
  package enum Kind: Sendable {
    case flag
    case option

    /// An option with an optional value, which follows an equals sign, or the letter directly.
    case optionWithOptionalValue
    case operand
  }

  package let kind: Kind

  /// Its names, with dashes; empty for an operand.
  package let names: [String]

  /// The placeholder of each of its values, in capitals.
  package let values: [String]
  package let help: String

  /// The words that it accepts; empty for any text.
  package var choices: [String] = []

  /// Whether it can occur several times: several operands, or a repeated option.
  package var isRepeating = false

  /// Whether all words after it are its values.
  var takesRest = false

  /// The number of its values that are optional.
  package var optionalValues = 0

  /// Whether the next word is its optional value; otherwise the value must be part of the option's
  /// own word.
  var takesNext: @Sendable (String) -> Bool = { _ in false }

  /// Whether its value may be any text, including one that begins with an equals sign.
  var takesAnyText = false

  /// Whether help and completion show it.
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

extension Argument where Root: ArgumentGroup {
  fileprivate init(
    _ facts: ArgumentFacts, set: @escaping @Sendable (inout Root, [String]) throws -> Void
  ) {
    erased = ArgumentList.Argument(facts: facts) { value, words in
      try Root.change(&value) { try set(&$0, words) }
    }
  }

  /// Makes an argument that is declared elsewhere, with another function that sets it.
  package init(
    like facts: ArgumentFacts, set: @escaping @Sendable (inout Root, [String]) throws -> Void
  ) {
    self.init(facts, set: set)
    erased.facts.heading = ""
  }
}

// MARK: Declaring them

@resultBuilder
package enum ArgumentsBuilder<Root: Sendable> {
  package static func buildExpression(_ argument: Argument<Root>) -> ArgumentList {
    ArgumentList(arguments: [argument.erased])
  }

  package static func buildExpression(_ arguments: Arguments<Root>) -> ArgumentList {
    arguments.list
  }

  package static func buildArray(_ parts: [ArgumentList]) -> ArgumentList {
    parts.reduce(into: ArgumentList()) { $0.append($1) }
  }

  package static func buildBlock(_ parts: ArgumentList...) -> ArgumentList { buildArray(parts) }

  package static func buildFinalResult(_ list: ArgumentList) -> Arguments<Root> { Arguments(list) }
}

extension Argument where Root: ArgumentGroup {
  /// A word without a value, which is present or not.
  package static func flag(
    _ names: String..., help: String, isShown: Bool = true,
    set: @escaping @Sendable (inout Root) -> Void
  ) -> Self {
    var facts = ArgumentFacts(kind: .flag, names: names, values: [], help: help)
    facts.isShown = isShown
    return Self(facts) { root, _ in set(&root) }
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
    return Self(facts) { try set(&$0, $1[0]) }
  }

  /// An option whose value is one of some words: those of `choices`, or else of the whole type.
  package static func choice<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ names: String..., value: String, among choices: [Value] = Array(Value.allCases), help: String,
    set: @escaping @Sendable (inout Root, Value) -> Void
  ) -> Self {
    let choices = choices.map(\.rawValue)
    var facts = ArgumentFacts(kind: .option, names: names, values: [value], help: help)
    facts.choices = choices
    return Self(facts) { root, words in set(&root, try words[0].choice(among: choices)) }
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
    return Self(facts) { try set(&$0, $1.first) }
  }

  /// An option with several values, the last of which are optional if another option follows.
  package static func option(
    _ name: String, values: [String], optional: Int = 0, takesRest: Bool = false, help: String,
    set: @escaping @Sendable (inout Root, [String]) -> Void
  ) -> Self {
    var facts = ArgumentFacts(kind: .option, names: [name], values: values, help: help)
    (facts.optionalValues, facts.takesRest) = (optional, takesRest)
    return Self(facts) { set(&$0, $1) }
  }

  /// A word that does not begin with a dash.
  package static func operand(
    _ value: String, help: String,
    set: @escaping @Sendable (inout Root, String) throws -> Void
  ) -> Self {
    Self(ArgumentFacts(kind: .operand, names: [], values: [value], help: help)) {
      try set(&$0, $1[0])
    }
  }

  /// An operand that is one of some words.
  package static func operand<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    choice value: String, help: String, set: @escaping @Sendable (inout Root, Value) -> Void
  ) -> Self {
    var facts = ArgumentFacts(kind: .operand, names: [], values: [value], help: help)
    facts.choices = Value.allCases.map(\.rawValue)
    return Self(facts) { root, words in set(&root, try words[0].choice()) }
  }

  /// All words that do not begin with a dash and that no earlier operand takes.
  package static func operands(
    _ value: String, help: String,
    set: @escaping @Sendable (inout Root, String) throws -> Void
  ) -> Self {
    var argument = operand(value, help: help, set: set)
    argument.erased.facts.isRepeating = true
    return argument
  }
}

extension Arguments where Root: ArgumentGroup {
  /// The options of a group, under a heading of help.
  package static func group<Group: ArgumentGroup>(
    _ path: any WritableKeyPath<Root, Group> & Sendable, under heading: String = ""
  ) -> Self {
    Self(
      Group.arguments.list
        .changed { if $0.heading.isEmpty { $0.heading = heading } }
        .placed(at: path))
  }

  /// Options that are found by name when one is given, because there are many of them.
  package static func unlisted(find: @escaping @Sendable (String) -> Argument<Root>?) -> Self {
    Self(ArgumentList(unlisted: { find($0)?.erased }))
  }

  /// The words after the first `--`, which are not operands of the command itself.
  package static func rest(set: @escaping @Sendable (inout Root, [String]) -> Void) -> Self {
    Self(ArgumentList(rest: { value, words in Root.change(&value) { set(&$0, words) } }))
  }
}
