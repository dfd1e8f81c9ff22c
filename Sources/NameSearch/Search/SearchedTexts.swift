/// Texts to search for words, with the folded forms of those that are not ASCII.
struct SearchedTexts: Sendable {
  let texts: TextColumn
  let exotics: NonASCIIRows

  var count: Int { texts.count }
}

extension NameTable {
  var searchedNames: SearchedTexts { SearchedTexts(texts: texts, exotics: exotics) }
}
