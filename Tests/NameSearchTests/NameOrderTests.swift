import NameSearch
import Testing

struct NameOrderTests {
  @Test(arguments: [
    ([:], ""),
    (["LANG": "sv_SE.UTF-8"], "sv_SE"),
    (["LANG": "sv_SE.UTF-8", "LC_COLLATE": "C"], ""),
    (["LANG": "sv_SE.UTF-8", "LC_COLLATE": ""], "sv_SE"),
    (["LANG": "C", "LC_COLLATE": "C", "LC_ALL": "de_DE@euro"], "de_DE"),
    (["LC_ALL": "POSIX"], ""),
    (["LC_ALL": "C.UTF-8"], ""),
    (["LC_ALL": "sr_RS.UTF-8@latin"], "sr_Latn_RS"),
    (["LC_ALL": "."], ""),
    (["LC_ALL": "@"], ""),
  ])
  func theEnvironmentNamesTheLocale(environment: [String: String], expected: String) {
    #expect(NameOrder.locale(fromEnvironment: environment) == expected)
  }

  @Test(arguments: [
    ("", true), ("sv", true), ("sv_SE", true), ("sv-SE", true), ("zh_Hant_TW", true),
    ("de@collation=phonebook", true), ("sv_XX", true), ("xx", false), ("tlh", false),
    ("no such locale", false),
  ])
  func aLocaleIsKnownWhenItsLanguageIs(locale: String, expected: Bool) {
    #expect(NameOrder.isKnown(localeIdentifier: locale) == expected)
  }
}
