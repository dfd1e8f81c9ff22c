/// The meaning of a verdict.
package enum VerdictClass: String, CaseIterable, Sendable {
  case dead
  case ok

  /// The flag of rows with a decision of this class that counts.
  package var flag: Flags { self == .dead ? .dead : .ok }

  /// The filter for rows with that flag.
  package var show: Show { self == .dead ? .dead : .ok }

  /// The class of the decision in flags; `nil` for an open row.
  package init?(_ flags: Flags) {
    if flags.contains(.dead) {
      self = .dead
    } else if flags.contains(.ok) {
      self = .ok
    } else {
      return nil
    }
  }
}

/// The word of a decision and its class: `dead`, `ok`, or a word of a list.
package struct Verdict: Hashable, Sendable {
  package static let dead = Verdict(.dead)
  package static let ok = Verdict(.ok)

  package let word: String
  package let `class`: VerdictClass

  package init(_ class: VerdictClass) {
    (word, self.class) = (`class`.rawValue, `class`)
  }

  /// A word of a list: 1 to 20 letters, digits and hyphens, not starting with a hyphen.
  ///
  /// `nil` for any other text, and for a word that is reserved or could be mistaken for another class.
  package init?(_ word: String, _ class: VerdictClass) {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    let small = word.lowercased()
    guard isPlain, 1...20 ~= word.utf8.count, word.first != "-", !Self.reserved.contains(small),
      VerdictClass(rawValue: small) == nil || word == `class`.rawValue
    else { return nil }
    (self.word, self.class) = (word, `class`)
  }

  /// Whether a word has a fixed meaning that no list can change.
  package static func isReserved(_ word: some StringProtocol) -> Bool {
    let small = word.lowercased()
    return reserved.contains(small) || VerdictClass(rawValue: small) != nil
  }

  /// Words with another meaning in commands.
  private static let reserved: Set = ["open", "changed", "all", "section"]

  /// Its form in stores: the word, followed by its class if it is a list's own word, so that each
  /// row keeps its meaning.
  package var stored: String {
    word == `class`.rawValue ? word : "\(word):\(`class`.rawValue)"
  }

  /// Reads the stored form; `nil` for anything else.
  package init?(stored: String) {
    if let plain = VerdictClass(rawValue: stored) {
      self.init(plain)
      return
    }
    let parts = stored.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let known = VerdictClass(rawValue: String(parts[1])) else { return nil }
    self.init(String(parts[0]), known)
  }
}

/// A verdict of a list, with the key that gives it in review.
package struct VerdictKey: Hashable, Sendable {
  package let key: Character
  package let verdict: Verdict

  /// Why a text is not a valid verdict for a list.
  package enum Refusal: Error, Equatable {
    case form

    /// The word has a fixed meaning.
    case reserved(String)
  }

  /// Reads a text such as `r=revoke:dead`.
  package init(_ text: String) throws(Refusal) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 1, let key = parts[0].first, key.isLetter
    else { throw .form }
    let words = parts[1].split(separator: ":", omittingEmptySubsequences: false)
    guard words.count == 2, let known = VerdictClass(rawValue: String(words[1]))
    else { throw .form }
    guard let verdict = Verdict(String(words[0]), known) else {
      throw Verdict.isReserved(words[0]) ? .reserved(String(words[0])) : .form
    }
    (self.key, self.verdict) = (key, verdict)
  }
}

extension [VerdictKey] {
  package var words: [String] { map(\.verdict.word) }

  /// The verdict with a word: dead, ok, or one of these.
  package func verdict(called word: String) -> Verdict? {
    ([.dead, .ok] + map(\.verdict)).first { $0.word == word }
  }
}

/// A filter of decided rows by the words of their verdicts.
package struct VerdictWords: Hashable, Sendable {
  private let words: Set<String>
  private let areLeftOut: Bool

  /// Rows whose verdict is one of some words.
  package init(of words: Set<String>) { (self.words, areLeftOut) = (words, false) }

  /// Decided rows whose verdict is not one of some words.
  package init(besides words: Set<String>) { (self.words, areLeftOut) = (words, true) }

  package func accepts(_ verdict: Verdict?) -> Bool {
    verdict.map { accepts(word: $0.word) } ?? false
  }

  package func accepts(word: String) -> Bool { words.contains(word) != areLeftOut }
}
