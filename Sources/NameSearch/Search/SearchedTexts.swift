/// Texts to search for words, with what makes that quick for those that are not ASCII.
struct SearchedTexts: Sendable {
  let texts: TextColumn
  let exotics: NonASCIIRows

  var count: Int { texts.count }
}

extension NameTable {
  var searchedNames: SearchedTexts { SearchedTexts(texts: texts, exotics: exotics) }
}
