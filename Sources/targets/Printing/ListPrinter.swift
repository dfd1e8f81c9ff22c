import Browser
import NameIndex
import TerminalText

/// Prints a listing in one of the formats; rows stream out as they are made.
struct ListPrinter {
  var format = PrintFormat.sections
  var endsNamesWithNUL = false
  var glyphs = Glyphs.unicode

  /// What the JSON form says of the listing besides its rows.
  struct Heading {
    var list: String
    var query: String
  }

  /// Writes all rows of the listing.
  ///
  /// - Complexity: O(*n*) time in the rows printed, O(1) memory.
  func print(
    _ listing: Listing, heading: Heading, to output: inout Output
  ) throws(Output.Failure) {
    switch format {
    case .sections: try printSections(listing, to: &output)
    case .names: try printNames(listing, to: &output)
    case .csv: try printCSV(listing, to: &output)
    case .ndjson: try printLines(listing, to: &output)
    case .json: try printJSON(listing, heading: heading, to: &output)
    }
    try output.flush()
  }

  private func forEachTarget(
    _ listing: Listing, _ body: (_ title: String, Target) throws(Output.Failure) -> Void
  ) throws(Output.Failure) {
    for section in listing.sections {
      for target in section.items { try body(section.title, target) }
    }
  }

  private func printSections(_ listing: Listing, to output: inout Output) throws(Output.Failure) {
    let marks = Marks(glyphs: glyphs)
    for section in listing.sections {
      if !section.title.isEmpty { try output.write(shown(section.title, output) + "\n") }
      for target in section.items {
        let dead = target.isDead ? marks.dead : " "
        let liked = target.isLiked ? marks.liked : " "
        try output.write("\(dead)\(liked) \(shown(target.name.original, output))\n")
      }
    }
  }

  private func printNames(_ listing: Listing, to output: inout Output) throws(Output.Failure) {
    let end = endsNamesWithNUL ? "\0" : "\n"
    let index = listing.matches.index
    for row in listing.matches.rows {
      if output.isTerminal {
        try output.write(shown(index.name(at: row).original, output))
      } else {
        try index.withOriginal(at: row) { (bytes) throws(Output.Failure) in
          try output.write(bytes)
        }
      }
      try output.write(end)
    }
  }

  private func printCSV(_ listing: Listing, to output: inout Output) throws(Output.Failure) {
    try output.write("section,name,dead,liked\r\n")
    try forEachTarget(listing) { (title, target) throws(Output.Failure) in
      let name = shown(target.name.original, output)
      try output.write(
        "\(csv: title),\(csv: name),\(target.isDead),\(target.isLiked)\r\n")
    }
  }

  private func printLines(_ listing: Listing, to output: inout Output) throws(Output.Failure) {
    try forEachTarget(listing) { (title, target) throws(Output.Failure) in
      try output.write("{\"section\":\(json: title),\(Self.members(of: target))}\n")
    }
  }

  private func printJSON(
    _ listing: Listing, heading: Heading, to output: inout Output
  ) throws(Output.Failure) {
    let titles = listing.matches.sections.map(\.title).filter { !$0.isEmpty }
    try output.write(
      "{\"list\":\(json: heading.list),\"query\":\(json: heading.query),"
        + "\"total\":\(listing.matches.index.count - listing.hiddenCount),\"matched\":\(listing.count),"
        + "\"indexTitles\":[\(titles.map { "\(json: $0)" }.joined(separator: ","))],\"sections\":[")
    for (place, section) in listing.sections.enumerated() {
      if place > 0 { try output.write(",") }
      try output.write("{\"title\":\(json: section.title),\"items\":[")
      for (number, target) in section.items.enumerated() {
        try output.write((number > 0 ? "," : "") + "{\(Self.members(of: target))}")
      }
      try output.write("]}")
    }
    try output.write("]}\n")
  }

  private static func members(of target: Target) -> String {
    (target.name.idInSource.map { "\"id\":\(json: $0)," } ?? "")
      + "\"name\":\(json: target.name.original),\"dead\":\(target.isDead),"
      + "\"liked\":\(target.isLiked)"
  }

  /// To a pipe the text as it came, to a terminal only what may reach one.
  private func shown(_ text: String, _ output: borrowing Output) -> String {
    output.isTerminal ? DisplayText(text, glyphs: glyphs).text : text
  }
}
