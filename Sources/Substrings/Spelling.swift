/// Finds the known word that is nearest to a misspelled one.
package enum Spelling {
  /// `did you mean “dead”?` with the nearest candidate, or `nil` if none is near.
  package static func suggestion(for word: String, among candidates: [String]) -> String? {
    nearest(to: word, among: candidates).map(suggestion(of:))
  }

  /// `did you mean “dead”?`, or `did you mean --list?`: the dashes of an option set it off.
  package static func suggestion(of word: String) -> String {
    "did you mean \(word.hasPrefix("-") ? word : "“\(word)”")?"
  }

  /// The nearest candidate, or `nil` if none is near: one that begins with the word, or that differs
  /// from it in a third of the letters at most.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let letters = word.drop { $0 == "-" || $0 == ":" }.count
    let completed = candidates.filter { letters > 1 && $0.hasPrefix(word) }
      .min { $0.count < $1.count }
    if let completed { return completed }
    // Of equally near ones, the one that begins like the word for the longest.
    let ranked = candidates.map { candidate in
      (
        distance(word.lowercased(), candidate.lowercased()),
        -word.commonPrefix(with: candidate).count,
        candidate
      )
    }
    guard let best = ranked.min(by: { ($0.0, $0.1) < ($1.0, $1.1) }), letters > 1,
      best.0 <= max(letters / 3, 1)
    else { return nil }
    return best.2
  }

  /// The number of letters to insert, delete, replace or swap with their neighbor.
  ///
  /// - Complexity: O(*n* · *m*) for words of *n* and *m* letters.
  package static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in first.indices {
      var current = [row + 1]
      for column in second.indices {
        let isSame = first[row] == second[column]
        var cost = min(
          last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }
}
