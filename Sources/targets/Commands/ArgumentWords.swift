public import ArgumentParser
public import NameSearch

// The choices of other modules as words on the command line.

extension NameOrder.SectionRule: ExpressibleByArgument {
  private static let words: [(String, Self)] = [
    ("index", .index), ("first-letter", .firstLetter), ("none", .none),
  ]

  /// Parses a word; `nil` if it is unknown.
  public init?(argument: String) {
    guard let rule = Self.words.first(where: { $0.0 == argument })?.1 else { return nil }
    self = rule
  }

  /// The known words.
  public static var allValueStrings: [String] { words.map(\.0) }
}

extension NameQuery.MatchRule: ExpressibleByArgument {
  private static let words: [(String, Self)] = [("words", .words), ("phrase", .phrase)]

  /// Parses a word; `nil` if it is unknown.
  public init?(argument: String) {
    guard let rule = Self.words.first(where: { $0.0 == argument })?.1 else { return nil }
    self = rule
  }

  /// The known words.
  public static var allValueStrings: [String] { words.map(\.0) }
}

extension NameQuery.Sensitivity: ExpressibleByArgument {
  private static let words: [(String, Self)] = [
    ("smart", .smart), ("ignore", .ignore), ("exact", .exact),
  ]

  /// Parses a word; `nil` if it is unknown.
  public init?(argument: String) {
    guard let sensitivity = Self.words.first(where: { $0.0 == argument })?.1 else { return nil }
    self = sensitivity
  }

  /// The known words.
  public static var allValueStrings: [String] { words.map(\.0) }
}
