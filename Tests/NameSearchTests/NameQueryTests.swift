import TestSupport
import Testing

@testable import NameSearch

struct NameQueryTests {
  private func matches(
    _ query: String, _ name: String, _ match: NameQuery.MatchRule = .words,
    _ sensitivity: NameQuery.Sensitivity = .smart
  ) throws -> Bool {
    let query = NameQuery(query, match: match, sensitivity: sensitivity)
    return try !NameIndex([name]).texts(matching: query).isEmpty
  }

  @Test(arguments: [
    ("", "Arya Stark", true), ("  ", "Arya Stark", true), ("a", "Arya Stark", true),
    ("st", "Arya Stark", true), ("ark", "Arya Stark", false), ("st ar", "Arya Stark", true),
    ("a a", "Arya Stark", true), ("arya x", "Arya Stark", false),
    ("aryastark", "Arya Stark", false), ("lo", "feature/login", true),
    ("feature/lo", "feature/login", true), ("/lo", "feature/login", true),
    ("luc", "Jean-Luc", true), ("b", "O'Brien", true), ("o'b", "O'Brien", true),
    ("07", "db-07", true),
    ("7", "db-07", false), ("-b", "a--b", true),
    ("long-words-of-a-name", "a long-words-of-a-name", true),
    ("long-words-of-a-nama", "a long-words-of-a-name", false), ("an", "a", false),
    ("ab", "a", false),
    ("東", "東京", true), ("京", "東京", false), ("anna", "❤️Anna", true), ("\0", "a", false),
    ("\u{FFFD}", "a", false), ("\u{200B}", "a", true),
  ])
  func everyWordOfTheQueryBeginsAWordOfTheName(
    query: String, name: String, expected: Bool
  ) throws {
    #expect(try matches(query, name) == expected)
  }

  @Test(arguments: [
    ("07", "db07", true), ("7", "db07", false), ("db", "07db", true), ("07db", "db07db", true),
    ("bar", "fooBar", true), ("Bar", "fooBar", true), ("ar", "fooBar", false),
    ("parser", "HTMLParser", true), ("lparser", "HTMLParser", false), ("tml", "HTMLParser", false),
    ("request", "XMLHttpRequest2", true), ("http", "XMLHttpRequest2", true),
    ("2", "XMLHttpRequest2", true), ("b", "AB", false), ("b", "ABc", true), ("b", "aB", true),
    ("ds", "IDs", true), ("b", "A\u{301}Bc", true), ("b", "ABc\u{301}", true),
    ("b", "A\u{20DD}B\u{20DD}c", true), ("ба", "подБаза", true), ("б", "подбаза", false),
    ("2", "x²", true), ("viii", "xⅧ", true), ("b", "東B", false), ("1", "東1", true),
    ("1b", "a1b", true), ("a1", "ba1", false), ("foobar", "fooBar", true),
    ("07.d", "db07.dc2", true), ("dc2", "db07.dc2", true), ("2", "db07.dc2", true),
  ])
  func wordsStartAtNumbersAndCapitals(query: String, name: String, expected: Bool) throws {
    #expect(try matches(query, name) == expected)
    #expect(
      NameFilter(NameQuery(query)).matches(in: NameBatch([try Name(name)])).isEmpty != expected)
  }

  @Test(arguments: [
    ("'ogi", "feature/login", true), ("'x", "feature/login", false),
    ("'Log", "feature/login", false),
    ("^fea", "feature/login", true), ("^login", "feature/login", false),
    ("gin$", "feature/login", true), ("feature$", "feature/login", false),
    ("^login$", "login", true), ("^login$", "login2", false), ("'gin$", "login", true),
    ("!lo", "feature/login", false), ("!ogin", "feature/login", true),
    ("!'ogin", "feature/login", false), ("!^fea", "feature/login", false),
    ("!^lo", "feature/login", true), ("!gin$", "feature/login", false),
    ("!^login$", "feature/login", true), ("fea !lo", "feature/login", false),
    ("!x !y", "feature/login", true), ("!x lo", "feature/login", true),
    ("'", "a 'b", true), ("'", "a b", false), ("^", "^", true), ("!", "!", true), ("!", "a", false),
    ("$", "$", true), ("$", "a", false), ("!$", "$", false), ("!$", "a", true), ("^$", "$a", true),
    ("^$", "a", false), ("'$", "a$b", true), ("!!", "a !", false), ("''", "a'b", true),
    (#"\'a"#, "'a", true), (#"\'a"#, "ba", false), (#"\^a"#, "^a", true), (#"\!a"#, "!a", true),
    (#"a\$"#, "a$b", true), (#"a\$"#, "a", false), (#"a\\$"#, #"a\"#, true),
    (#"a\\$"#, "a$", false), (#"a\\\$"#, #"a\$b"#, true), (#"\$"#, "$b", true),
    (#"\"#, #"\"#, true), (#"\\"#, #"\a"#, true), (#"\\!a"#, #"\!a"#, true),
    (#"a\b"#, #"a\b"#, true), (#"a\!b"#, "a!b", true), (#"!\!a"#, "!a", false),
    (#"a\^b"#, "a^b", true), (#"a\^b"#, #"a\^b"#, false), (#"dollar\$$"#, "dollar$", true),
    (#"dollar\$$"#, "dollar$x", false), (#"a\\'b"#, #"a\'b"#, true), (#"a\\\'b"#, #"a\'b"#, true),
    (#"a\\b"#, #"a\\b"#, true), (#"\\a\\b"#, #"\a\\b"#, true), (#"\\\a"#, #"\\a"#, true),
    (#"a\$b\$"#, "a$b$", true), (#"a\$b\$$"#, "a$b$c", false),
    (#"^\^a"#, "^a", true), ("a!", "a!", true), ("a'b", "a'b", true), ("a^b", "a^b", true),
    ("a$b", "a$b", true), ("!\u{200B}", "a", true), ("'é", "Cafe\u{301}", true),
    ("'afe", "Café", true), ("'AFÉ", "café", false), ("fé$", "Cafe\u{301}", true),
  ])
  func signsSayWhereAWordIs(query: String, name: String, expected: Bool) throws {
    #expect(try matches(query, name) == expected)
    #expect(PlainQuery(NameQuery(query)).matches(try Name(name).text) == expected)
  }

  @Test(arguments: [
    ("ogi", true), ("'ogi", true), ("^ogi", false), ("gin$", true), ("!ogi", false), ("!x", true),
  ])
  func allWordsCanBeInsideWords(query: String, expected: Bool) throws {
    let query = NameQuery(query, looksInsideWords: true)
    #expect(try NameIndex(["login"]).texts(matching: query).isEmpty != expected)
  }

  @Test(arguments: ["'log", "^log", "in$", "!x", #"\'log"#])
  func aPhraseHasNoSigns(query: String) throws {
    for isInside in [false, true] {
      let query = NameQuery(query, match: .phrase, looksInsideWords: isInside)
      #expect(try NameIndex(["login", query.text]).texts(matching: query) == [query.text])
    }
    let inside = NameQuery("og in", match: .phrase, looksInsideWords: true)
    #expect(try NameIndex(["log ink", "in log"]).texts(matching: inside) == ["log ink"])
  }

  @Test(arguments: [
    ("arya", "ARYA", true), ("Arya", "Arya", true), ("Arya", "arya", false),
    ("aRYA", "arya", false),
    ("emile", "Émile", true), ("Emile", "Émile", true), ("Emile", "émile", false),
    ("émile", "Émile", true), ("émile", "emile", false), ("émile", "e\u{301}mile", true),
    ("e\u{301}mile", "Émile", true), ("Émile", "émile", false), ("strasse", "Straße", true),
    ("Strasse", "Straße", true), ("straße", "STRASSE", true), ("soren", "Søren", true),
    ("søren", "Soren", false), ("elka", "Ёлка", false), ("елка", "Ёлка", true),
    ("ёлка", "Елка", false),
    ("и", "й", false), ("か", "が", false), ("ａ", "Arya", true), ("istanbul", "İstanbul", true),
    ("Smith j", "smith John", false), ("smith J", "SMITH John", true),
    ("smith J", "SMITH john", false),
    ("q\u{301}", "Q\u{301}a", true), ("q\u{301}", "qa", false), ("क", "कि", true),
  ])
  func capitalsAndAccentsCountWhereTheyAreTyped(
    query: String, name: String, expected: Bool
  ) throws {
    #expect(try matches(query, name) == expected)
  }

  @Test(arguments: [
    ("arya", "Arya", false), ("Arya", "Arya", true), ("Emile", "Émile", false),
    ("E\u{301}mile", "Émile", true), ("e", "e\u{323}\u{301}", false), ("q", "q\u{301}", false),
    ("e", "ea", true), ("ﬁ", "fin", false), ("fi", "ﬁn", false), ("soft", "so\u{AD}ft", false),
    ("ss", "ß", false), ("é", "E\u{301}", false), ("\u{200B}", "a", false),
    ("\u{200B}", "\u{200B}a", true),
  ])
  func exactMatchingDistinguishesAllCharacters(query: String, name: String, expected: Bool) throws {
    #expect(try matches(query, name, .words, .exact) == expected)
  }

  @Test(arguments: [
    ("ÉMILE", "emile", true), ("Arya", "arya", true), ("й", "и", false), ("SØREN", "soren", true),
  ])
  func ignoringMatchesAnyCaseAndAccents(query: String, name: String, expected: Bool) throws {
    #expect(try matches(query, name, .words, .ignore) == expected)
  }

  @Test(arguments: [
    ("jon s", "Jon Snow", true), ("snow jon", "Jon Snow", false), (" jon s ", "Jon Snow", true),
    ("jon  s", "Jon Snow", false), ("n s", "Jon Snow", false), ("s", "Jon Snow", true),
    ("brien-s", "O'Brien-Smith", true), ("Jon s", "Jon Snow", false), ("", "a", true),
    (" ", "a", true),
    ("jon\u{A0}s", "Jon Snow", true),
  ])
  func aPhraseBeginsAtAWordAsAWhole(query: String, name: String, expected: Bool) throws {
    #expect(try matches(query, name, .phrase) == expected)
  }

  @Test func aQueryWithoutWordsIsEmpty() {
    #expect(NameQuery("").isEmpty)
    #expect(NameQuery(" \t\u{3000}").isEmpty)
    #expect(NameQuery(" ", match: .phrase).isEmpty)
    #expect(!NameQuery("a").isEmpty)
  }

  @Test func aQueryLongerThanAnyNameMatchesNothing() throws {
    let index = try NameIndex([String(repeating: "a", count: Name.maximumBytes)])
    let longest = String(repeating: "a", count: Name.maximumBytes)
    #expect(index.texts(matching: NameQuery(longest)).count == 1)
    #expect(index.texts(matching: NameQuery(longest + "a")).isEmpty)
    #expect(index.texts(matching: NameQuery(String(repeating: "a", count: 1 << 20))).isEmpty)
    #expect(index.texts(matching: NameQuery(String(repeating: "a ", count: 1 << 20))).isEmpty)
    let marks = String(repeating: "\u{323}\u{301}", count: 1 << 20)
    #expect(index.texts(matching: NameQuery(marks, sensitivity: .exact)).isEmpty)
    #expect(NameQuery(marks) == NameQuery(marks))
    #expect(NameQuery(marks).hashValue == NameQuery(marks).hashValue)
  }

  @Test(arguments: ["\0", "a\0", "\0a", "x \0"], [NameQuery.MatchRule.words, .phrase])
  func aQueryWithNULMatchesNothing(query: String, match: NameQuery.MatchRule) throws {
    let index = try NameIndex(["a", "a!", "x é", "x é!"])
    let query = NameQuery(query, match: match)
    #expect(index.texts(matching: query).isEmpty)
    #expect(
      NameFilter(query).matches(in: NameBatch(try ["a!", "x é!"].map { try Name($0) })).count == 0)
    #expect(!query.isEmpty)
  }

  @Test func aQueryThatIsTooLongMatchesNoNameThatEndsWithASign() throws {
    let long = String(repeating: "a", count: NameQuery.maximumBytes + 1)
    let query = NameQuery(long)
    #expect(try NameIndex(["a!", "é!"]).texts(matching: query).isEmpty)
    #expect(NameFilter(query).matches(in: NameBatch([try Name("é!")])).count == 0)
  }

  @Test func aMatchNeverReachesTheNextRow() throws {
    let index = try NameIndex(["ab", "abc", "c"])
    #expect(index.texts(matching: NameQuery("abc")) == ["abc"])
    #expect(index.texts(matching: NameQuery("ab")) == ["ab", "abc"])
    #expect(index.texts(matching: NameQuery("abccc")).isEmpty)
    #expect(index.texts(matching: NameQuery("c\u{FFFF}")).isEmpty)
  }
}
