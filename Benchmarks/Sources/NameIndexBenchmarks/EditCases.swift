import BenchmarkSupport
import NameSearch

/// The cases that change one name of a long list, which leaves the list before as it was.
enum EditCases {
  static func all(_ list: NameList) throws -> [Benchmark] {
    let some = list.names[list.names.count / 2]
    let (old, new) = (try Name(some), try Name(some + " the Younger"))
    let keys = SortKeys(locale: "")
    return [adding(new, to: list, keys), removing(old, from: list, keys)]
      + [querying(new, added: list)]
  }

  private static func adding(_ new: Name, to list: NameList, _ keys: SortKeys) -> Benchmark {
    let name = "add one name"
    var batch = NameBatch()
    batch.append(new)
    let inserted = {
      var names = list.names
      names.insert(new.text, at: keys.place(of: new.text, in: names))
      return names
    }
    return Benchmark(
      name: name,
      work: { [batch] in keep(list.indexed.adding(batch)) },
      baseline: .init(name: "insert in a sorted Array") { keep(inserted()) },
      check: { [batch] in
        let index = list.indexed.adding(batch)
        try expect(index.texts == inserted(), name)
        try expect(index.row(of: new) != nil && list.indexed.row(of: new) == nil, name)
      })
  }

  private static func removing(_ old: Name, from list: NameList, _ keys: SortKeys) -> Benchmark {
    let name = "remove one name"
    let removed = {
      var names = list.names
      names.remove(at: keys.place(of: old.text, in: names))
      return names
    }
    return Benchmark(
      name: name,
      work: { keep(list.indexed.removing([old])) },
      baseline: .init(name: "remove from a sorted Array") { keep(removed()) },
      check: {
        let index = list.indexed.removing([old])
        try expect(index.texts == removed() && index.row(of: old) == nil, name)
      })
  }

  /// A query between two edits: the word index is kept, and the new name is looked at beside it.
  private static func querying(_ new: Name, added list: NameList) -> Benchmark {
    let name = "query younger, one added"
    var batch = NameBatch()
    batch.append(new)
    let index = list.indexed.adding(batch)
    let query = NameQuery("younger")
    let rule = NaiveRule("younger")
    let names = index.texts
    return Benchmark(
      name: name,
      work: { keep(index.matches(query)) },
      baseline: .init(name: "filter of Strings") { keep(rule.places(in: names)) },
      check: {
        let expected = names.indices.filter { names[$0].isPlain && rule.accepts(names[$0]) }
        let found = index.matches(query)?.map(\.offset).filter { names[$0].isPlain }
        try expect(found == expected, name)
      })
  }
}
