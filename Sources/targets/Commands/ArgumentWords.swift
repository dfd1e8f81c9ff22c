public import ArgumentParser
public import NameSearch

// The words by which the choices of other modules are called on the command line.

extension NameOrder.SectionRule: ExpressibleByArgument {
  private static let words: [(String, Self)] = [
    ("index", .index), ("first-letter", .firstLetter), ("none", .none),
  ]

  /// Reads the word; `nil` for one that is none of them.
  public init?(argument: String) {
    guard let rule = Self.words.first(where: { $0.0 == argument })?.1 else { return nil }
    self = rule
  }

  /// The words there are.
  public static var allValueStrings: [String] { words.map(\.0) }
}

extension NameQuery.MatchRule: ExpressibleByArgument {
  private static let words: [(String, Self)] = [("words", .words), ("phrase", .phrase)]

  /// Reads the word; `nil` for one that is none of them.
  public init?(argument: String) {
    guard let rule = Self.words.first(where: { $0.0 == argument })?.1 else { return nil }
    self = rule
  }

  /// The words there are.
  public static var allValueStrings: [String] { words.map(\.0) }
}

extension NameQuery.Sensitivity: ExpressibleByArgument {
  private static let words: [(String, Self)] = [
    ("smart", .smart), ("ignore", .ignore), ("exact", .exact),
  ]

  /// Reads the word; `nil` for one that is none of them.
  public init?(argument: String) {
    guard let sensitivity = Self.words.first(where: { $0.0 == argument })?.1 else { return nil }
    self = sensitivity
  }

  /// The words there are.
  public static var allValueStrings: [String] { words.map(\.0) }
}
