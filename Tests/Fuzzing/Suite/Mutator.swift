import Foundation

/// Makes inputs by small changes to a corpus, the same for the same seed.
///
/// Unlike libFuzzer, it does not measure which code an input reaches, so it only finds faults near
/// the corpus.
struct Mutator {
  private let corpus: [[UInt8]]
  private var random: FixedRandom

  /// Bytes with a meaning for some target.
  private static let tokens: [[UInt8]] =
    ([
      "\u{1B}[", "\u{1B}[31m", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}]0;", "\r\n", "\"\"", "'\\''",
      "{}", "\\{}", "e\u{301}", "\u{202E}", "\u{200D}", "\u{FE0F}", "東", "\u{1161}", "ﬁ", "İ",
      "\u{AD}",
      "\u{FEFF}", "\\ud83d\\ude00", "\\u0000", "1e400", "rel=next", "%00",
    ].map { Array($0.utf8) }) + [[0xFF], [0xFE], [0], [0xC3], [0xED, 0xA0, 0x80], [0x7F], [0x80]]

  /// - Throws: The error of reading the folder.
  init(corpusOf target: String, seed: UInt64) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Corpus/\(target)")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    corpus = try files.sorted { $0.path < $1.path }.map { Array(try Data(contentsOf: $0)) }
    random = FixedRandom(seed)
  }

  /// Inputs of the corpus, then changed ones, `count` in total.
  mutating func inputs(_ count: Int) -> [[UInt8]] {
    corpus.prefix(count) + (0..<max(count - corpus.count, 0)).map { _ in changed() }
  }

  private mutating func changed() -> [UInt8] {
    var input = corpus.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 1...6, using: &random) { change(&input) }
    return Array(input.prefix(5_000))
  }

  private mutating func change(_ input: inout [UInt8]) {
    let place = Int.random(in: 0...input.count, using: &random)
    let count = min(Int.random(in: 1...8, using: &random), input.count - place)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: input.removeSubrange(place..<(place + count))
    case 1: input.insert(contentsOf: input[place..<(place + count)], at: place)
    case 2: input.insert(contentsOf: Self.tokens.randomElement(using: &random) ?? [], at: place)
    case 3: input.insert(UInt8.random(in: 0...255, using: &random), at: place)
    case 4:
      let other = corpus.randomElement(using: &random) ?? []
      let start = Int.random(in: 0...other.count, using: &random)
      input.replaceSubrange(place..., with: other[start...])
    case 5 where place < input.count: input[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 6 where place < input.count: input[place] = UInt8.random(in: 0...255, using: &random)
    case 7 where place < input.count: input[place] &+= Bool.random(using: &random) ? 1 : 255
    default: break
    }
  }
}
