import CUnicode

/// The order of names and the rule for their sections.
public struct NameOrder: Hashable, Sendable {
  /// How names are grouped in sections.
  public enum SectionRule: String, CaseIterable, Sendable {
    /// The letters of the locale, of Latin and of all other alphabets.
    ///
    /// Names without a letter are in the first section, `#`. Letters without a label, such as the
    /// Chinese in most locales, are in the last one, `…`.
    case alphabet

    /// The first character, upper-cased, or else `#`; sections are ordered by their first names.
    case firstLetter = "first-letter"

    /// One section without a title.
    case none

    /// The values that a column of the source has for the names, in collation order.
    ///
    /// Names without a value, or with the value `-`, are in the last section, `-`.
    case column
  }

  /// The order of the rows in a section; rows that are equal by the rule are ordered by name.
  public enum RowRule: Hashable, Sendable {
    case name

    /// The order in which the rows arrived.
    case input

    /// A column of the input: numbers first, then texts by the collation, then rows without a value.
    case column(String, isDescending: Bool)
  }

  /// The locale whose collation orders the names, such as `sv_SE`; empty for the root collation.
  public let localeIdentifier: String

  /// How names are grouped in sections.
  public private(set) var sections: SectionRule

  /// With the rule `column`, the values whose sections come first, in this order; all others follow
  /// in collation order.
  public let firstSections: [String]

  /// The order of the rows in a section.
  public let rows: RowRule

  /// Whether the order is reversed: that of the rows, and that of sections by the alphabet.
  ///
  /// Rows without a value in the ordering column still come last.
  public let isReversed: Bool

  /// Whether rows are identified by their number in the input, so that equal names are separate rows.
  ///
  /// Rows that are equal otherwise stay in input order.
  public private(set) var numbersRows: Bool

  /// Makes an order by a locale identifier of ICU or BCP 47.
  ///
  /// An unknown one counts as its language or, failing that, as the root: see
  /// ``isKnown(localeIdentifier:)``. If rows are not ordered by name, any rule for sections but
  /// `column` becomes `none`.
  public init(
    localeIdentifier: String = "", sections: SectionRule = .alphabet, firstSections: [String] = [],
    rows: RowRule = .name, isReversed: Bool = false, numbersRows: Bool = false
  ) {
    self.localeIdentifier = localeIdentifier
    self.sections = rows == .name || sections == .column ? sections : .none
    self.firstSections = sections == .column ? firstSections : []
    self.rows = rows
    self.isReversed = isReversed
    self.numbersRows = numbersRows
  }

  /// The same order, with rows identified by their number in the input.
  public var numberingRows: NameOrder {
    var order = self
    order.numbersRows = true
    return order
  }

  /// The same order for names that are all ASCII, if titles are not needed.
  ///
  /// By the alphabet, the sections of such names are in the order of the names, so the alphabet
  /// need not be read. That would take a millisecond, which matters for a short command.
  package var ofASCIIWithoutTitles: NameOrder {
    var order = self
    if sections == .alphabet { order.sections = .none }
    return order
  }

  /// Whether rows can be taken as they come.
  package var isOfInput: Bool { rows == .input && sections == .none && !isReversed }

  /// Whether rows are ordered by the values of a column.
  var isByColumn: Bool { if case .column = rows { true } else { false } }

  /// Whether a table keeps the positions of its rows in the input.
  var keepsPositions: Bool { rows == .input || numbersRows }

  /// Whether the name determines a row's section and its place there.
  ///
  /// Otherwise a table stores an order of names in addition to that of its rows.
  var isByNameAlone: Bool { sections != .column && rows == .name && !isReversed }

  /// The locale identifier for the order in the environment; empty for the root.
  ///
  /// The first of `LC_ALL`, `LC_COLLATE` and `LANG` that is not empty counts, without its code set
  /// and with only those modifiers that name a script. `C` and `POSIX` mean the root.
  public static func locale(fromEnvironment environment: [String: String]) -> String {
    let names = ["LC_ALL", "LC_COLLATE", "LANG"]
    let value = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let parts = value.split(separator: "@", maxSplits: 1)
    let locale = parts.first?.prefix { $0 != "." } ?? ""
    guard locale != "C", locale != "POSIX" else { return "" }
    guard parts.count > 1, let script = scripts[String(parts[1])] else { return String(locale) }
    var subtags = locale.split(separator: "_").map(String.init)
    subtags.insert(script, at: min(1, subtags.count))
    return subtags.joined(separator: "_")
  }

  /// ICU's names for the POSIX modifiers that name a script.
  private static let scripts = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"]

  /// Whether ICU has data for the language of a locale, or the identifier is empty (the root).
  public static func isKnown(localeIdentifier: String) -> Bool {
    cunicode_locale_is_known(localeIdentifier) || localeIdentifier.isEmpty
  }
}
