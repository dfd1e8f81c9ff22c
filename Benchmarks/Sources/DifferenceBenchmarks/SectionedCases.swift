import BenchmarkSupport
import SectionedData

/// A name and its identity, which is its order key: its place in the whole list, or its text.
struct Name<ID: Hashable & Comparable & Sendable>: Identifiable, Hashable {
  let id: ID
  let text: String
}

/// The cases with sections: a list of names as it is typed into.
enum SectionedCases {
  typealias Letter<ID: Hashable & Comparable & Sendable> =
    IdentifiedSection<SelfIdentified<String>, Name<ID>>

  static func all() -> [Benchmark] {
    let texts = texts(count: 100_000)
    let places = texts.enumerated().map { Name(id: $0.offset, text: $0.element) }
    return all(of: places, by: "place", targets: [4, 0.4, 2.5], ratios: [1_400, 850, 2_100])
      + all(
        of: texts.map { Name(id: $0, text: $0) }, by: "text", targets: [8, 1, 7],
        ratios: [1_000, 500, 1_000])
  }

  private static func all<ID>(
    of names: [Name<ID>], by id: String, targets: [Double], ratios: [Double]? = nil
  ) -> [Benchmark] {
    let lists = ["", "a", "ar"].map { prefix in sections(of: names, startingWith: prefix) }
    let steps = [("'' → a", 0, 1), ("a → ar", 1, 2), ("ar → ''", 2, 0)]
    return steps.enumerated().map { number, step in
      benchmark(
        "sections by \(id), \(step.0)", lists[step.1], lists[step.2], target: targets[number],
        ratio: ratios?[number])
    }
      + steps.map { hashed("hashed by \(id), \($0.0)", lists[$0.1], lists[$0.2]) }
  }

  private static func benchmark<ID>(
    _ name: String, _ initial: [Letter<ID>], _ final: [Letter<ID>], target: Double, ratio: Double?
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
  private static func baseline<ID>(_ initial: [Letter<ID>], _ final: [Letter<ID>]) {
    keep(final.map(\.id).difference(from: initial.map(\.id)))
    let kept = Dictionary(uniqueKeysWithValues: initial.map { ($0.id, $0.items) })
    for section in final {
      guard let items = kept[section.id] else { continue }
      keep(section.items.difference(from: items))
    }
  }

  private static func hashed<ID>(
    _ name: String, _ initial: [Letter<ID>], _ final: [Letter<ID>]
  ) -> Benchmark {
    Benchmark(
      name: name,
      work: { keep(try SectionedDifference(from: initial, to: final)) },
      check: {
        let difference = try SectionedDifference(from: initial, to: final)
        try expect(Replay.sections(difference, from: initial) == final, name)
      })
  }

  /// Two words a name, ascending; first letters are as uneven as those of people's names.
  private static func texts(count: Int) -> [String] {
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
    var texts: Set<String> = []
    while texts.count < count { texts.insert(word() + " " + word()) }
    return texts.sorted()
  }

  private static func sections<ID>(
    of names: [Name<ID>], startingWith prefix: String
  ) -> [Letter<ID>] {
    var sections: [Letter<ID>] = []
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
