import CUnicode

/// In what order names stand, and under which titles.
public struct NameOrder: Hashable, Sendable {
  /// How names are gathered in sections.
  public enum SectionRule: Hashable, Sendable {
    /// The alphabet of the locale, with the letters of Latin and of all other alphabets added. What has no
    /// letter is under `#`, the first section; letters without a label, such as the Chinese in most
    /// locales, are under `…`, the last one.
    case index

    /// The first character of the name, upper-cased; `#` where that leaves nothing. Sections stand in
    /// the order in which their first names do.
    case firstLetter

    /// One section without a title.
    case none
  }

  /// The locale whose collation orders the names, such as `sv_SE`; empty for the root collation.
  public let localeIdentifier: String

  /// How names are gathered in sections.
  public let sections: SectionRule

  /// Makes an order.
  ///
  /// - Parameters:
  ///   - localeIdentifier: As ICU or BCP 47 writes it. What ICU does not know is ordered as its
  ///     language alone or, failing that, as the root is: ask ``isKnown(localeIdentifier:)`` first.
  ///   - sections: How names are gathered in sections.
  public init(localeIdentifier: String = "", sections: SectionRule = .index) {
    self.localeIdentifier = localeIdentifier
    self.sections = sections
  }

  /// The locale a program's environment asks names to be ordered by.
  ///
  /// The first of `LC_ALL`, `LC_COLLATE` and `LANG` that is set and not empty counts. The code set is
  /// left off, and of the modifiers only those that name a script are kept.
  ///
  /// - Returns: A locale identifier for ``init(localeIdentifier:sections:)``; empty (the root
  ///   collation) for `C`, `POSIX` and when nothing is set.
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

  /// The POSIX modifiers that name a script, and ICU's names of those.
  private static let scripts = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"]

  /// Whether ICU has data for the language of a locale; the empty one is the root and known.
  public static func isKnown(localeIdentifier: String) -> Bool {
    cunicode_locale_is_known(localeIdentifier) || localeIdentifier.isEmpty
  }
}
