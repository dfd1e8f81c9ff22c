import BenchmarkSupport
import SectionedData

/// A name and its place in the whole list, which is its identity and its order key.
struct Name: Identifiable, Hashable {
  let id: Int
  let text: String
}

/// The cases with sections: a list of names as it is typed into.
enum SectionedCases {
  typealias Letter = IdentifiedSection<SelfIdentified<String>, Name>

  static func all() -> [Benchmark] {
    let names = names(count: 100_000)
    let lists = ["", "a", "ar"].map { prefix in sections(of: names, startingWith: prefix) }
    return [
      benchmark("sections '' → a", lists[0], lists[1], target: 4, ratio: 1_400),
      benchmark("sections a → ar", lists[1], lists[2], target: 0.4, ratio: 850),
      benchmark("sections ar → ''", lists[2], lists[0], target: 2.5, ratio: 2_100),
      hashed("sections '' → a, hashed", lists[0], lists[1]),
      hashed("sections a → ar, hashed", lists[1], lists[2]),
      hashed("sections ar → '', hashed", lists[2], lists[0]),
    ]
  }

  private static func benchmark(
    _ name: String, _ initial: [Letter], _ final: [Letter], target: Double, ratio: Double
  ) -> Benchmark {
    Benchmark(
      name: name, target: target, targetRatio: ratio,
      work: { keep(try SectionedDifference(from: initial, to: final, orderedBy: { $0.id })) },
      baseline: { baseline(initial, final) },
      check: {
        let difference = try SectionedDifference(from: initial, to: final, orderedBy: { $0.id })
        try expect(Replay.sections(difference, from: initial) == final, name)
      })
  }

  /// The sections compared as one list, and then the items of each section that is kept.
  private static func baseline(_ initial: [Letter], _ final: [Letter]) {
    keep(final.map(\.id).difference(from: initial.map(\.id)))
    let kept = Dictionary(uniqueKeysWithValues: initial.map { ($0.id, $0.items) })
    for section in final {
      guard let items = kept[section.id] else { continue }
      keep(section.items.difference(from: items))
    }
  }

  private static func hashed(_ name: String, _ initial: [Letter], _ final: [Letter]) -> Benchmark {
    Benchmark(
      name: name,
      work: { keep(try SectionedDifference(from: initial, to: final)) },
      check: {
        let difference = try SectionedDifference(from: initial, to: final)
        try expect(Replay.sections(difference, from: initial) == final, name)
      })
  }

  /// Two words a name, ascending; first letters are as uneven as those of people's names.
  private static func names(count: Int) -> [Name] {
    var random = Sequence64(seed: 26)
    // Once for each percent of the names, or nearly so.
    let letters =
      Array("aaaaaaaaabbbbbbcccccccdddddeeeeefffggghhhhiijjjjjjjkkkkkllllll")
      + "mmmmmmmmmnnnooppppqrrrrrssssssssstttttuvvwwwxyyzz"
    let vowels = ["a", "e", "i", "o", "u", "ar"]
    let word = {
      (0..<3).reduce(into: "") { word, position in
        let letter = letters[Int(random.next() % UInt64(letters.count))]
        if position > 0 || !"aeiou".contains(letter) || random.next() % 4 == 0 {
          word.append(letter)
        } else {
          word += "\(letter)" + (random.next() % 3 == 0 ? "r" : "n")
        }
        word += vowels[Int(random.next() % UInt64(vowels.count))]
      }
    }
    let texts = (0..<count).map { _ in word() + " " + word() }.sorted()
    return texts.enumerated().map { Name(id: $0.offset, text: $0.element) }
  }

  private static func sections(of names: [Name], startingWith prefix: String) -> [Letter] {
    var sections: [Letter] = []
    for name in names where name.text.hasPrefix(prefix) || name.text.contains(" " + prefix) {
      let letter = String(name.text.prefix(1))
      if sections.last?.header.id != letter {
        sections.append(Letter(header: SelfIdentified(letter), items: []))
      }
      sections[sections.count - 1].items.append(name)
    }
    return sections
  }
}
