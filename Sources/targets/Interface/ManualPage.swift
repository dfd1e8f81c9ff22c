import Browser
import CommandSyntax
import Printing

/// The manual page, made from the declarations of commands, options and keys, and from further text.
struct ManualPage {
  private var page: Roff

  /// The page in roff.
  var text: String { page.text }

  init() {
    page = Roff(title: "targets", date: Version.date, source: "targets \(Version.current)")
    writeHead()
    write(ManualText.concepts)
    writeBrowsing()
    writeCommands()
    writeKeys()
    writeSources()
    writeFormats()
    write(ManualText.surroundings)
    page.section("See also")
    page.paragraph(ManualText.seeAlso)
  }

  private mutating func writeHead() {
    page.section("Name")
    page.paragraph(
      "targets, targets-from-http - work through long lists of names")
    page.section("Synopsis")
    page.literal(RootHelp.about.usage.split(separator: "\n").map(String.init))
    page.section("Description")
    page.prose(RootHelp.about.discussion)
    page.paragraph(ManualText.workflow)
  }

  private mutating func writeBrowsing() {
    page.section("Options")
    page.paragraph(
      "These options are for browsing, which is what targets does without a command.")
    write(BrowseCommand.facts)
  }

  private mutating func writeCommands() {
    page.section("Commands")
    let browsing = BrowseCommand.facts.filter { $0.isShown && !$0.heading.isEmpty }
    for command in CommandList.shown where command.about.name != BrowseCommand.about.name {
      write(command.about, command.facts.filter(\.isShown), explained: browsing)
    }
  }

  /// Writes a command; options that were explained before are only named, by their group if all of
  /// it is used.
  private mutating func write(
    _ about: CommandText, _ facts: [ArgumentFacts], explained: [ArgumentFacts]
  ) {
    page.subsection(about.name)
    page.paragraph(about.abstract)
    page.literal(about.usage.split(separator: "\n").map(String.init))
    page.prose(about.discussion)
    let known = facts.filter { fact in explained.contains { $0.isSame(as: fact) } }
    let own = facts.filter { fact in
      fact.kind != .operand && !known.contains { $0.isSame(as: fact) }
    }
    write(own)
    var terms: [String] = []
    for heading in known.map(\.heading) {
      let all = explained.filter { $0.heading == heading }
      let some = known.filter { $0.heading == heading }
      let isWhole = all.allSatisfy { fact in some.contains { $0.isSame(as: fact) } }
      for term in isWhole ? [heading] : some.map({ $0.names.last ?? "" })
      where !terms.contains(term) {
        terms.append(term)
      }
    }
    if !terms.isEmpty {
      let options = own.isEmpty ? "Options" : "Other options"
      page.paragraph("\(options), described above: \(terms.joined(separator: ", ")).")
    }
  }

  private mutating func write(_ facts: [ArgumentFacts]) {
    let shown = facts.filter(\.isShown)
    var headings: [String] = []
    for heading in shown.map(\.heading) where !headings.contains(heading) {
      headings.append(heading)
    }
    // Options without a heading come first.
    for heading in headings.sorted(by: { $0.isEmpty && !$1.isEmpty }) {
      if !heading.isEmpty { page.subsection(heading) }
      for (term, meaning) in HelpPage.entries(shown.filter { $0.heading == heading }) {
        page.entry(term, meaning)
      }
    }
  }

  private mutating func write(_ sections: [(title: String, entries: [(String, String)])]) {
    for (title, entries) in sections {
      page.section(title)
      for (term, meaning) in entries { page.entry(term, meaning) }
    }
  }

  private mutating func writeKeys() {
    for (title, entries) in Browser.helpParts {
      page.section(title == "Commands" ? "Prompt commands" : title)
      if title == "Keys" { page.paragraph(ManualText.keys) }
      for (term, meaning) in entries { page.entry(term, meaning) }
    }
    page.section("Key bindings")
    page.paragraph(ManualText.bindings)
    page.literal(ManualText.inputrc.split(separator: "\n").map(String.init))
    let keys = Command.allCases.map { "\($0.readlineName) (\($0.keyLabel))" }
    page.paragraph("Commands: \(keys.joined(separator: "; ")).")
    let letters = ReviewCommand.allCases.map { "\($0.readlineName) (\($0.keyLabel))" }
    page.paragraph("Commands of review: \(letters.joined(separator: "; ")).")
  }

  private mutating func writeSources() {
    write([("Sources", ManualText.sources)])
    page.literal(ManualText.exchange.split(separator: "\n").map(String.init))
    page.paragraph(ManualText.helpers)
  }

  private mutating func writeFormats() {
    page.section("Formats")
    page.paragraph("This is version \(PrintedFields.version). \(FormatsPage.introduction)")
    for part in FormatsPage.parts {
      page.subsection(part.heading)
      for (term, meaning) in part.entries { page.entry(term, meaning) }
      if !part.names.isEmpty { page.paragraph(part.names.joined(separator: ", ")) }
    }
  }
}

extension ArgumentFacts {
  /// Whether both are one option, under one heading and with one meaning.
  fileprivate func isSame(as other: ArgumentFacts) -> Bool {
    names == other.names && heading == other.heading && meaning == other.meaning
  }
}
