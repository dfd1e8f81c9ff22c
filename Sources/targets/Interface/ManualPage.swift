import CommandSyntax
import Browser

/// The manual page: from the declarations of commands, options and keys, with what they do not say.
struct ManualPage {
  private var page: Roff

  /// The page as roff.
  var text: String { page.text }

  init() {
    page = Roff(title: "targets", date: Version.date, source: "targets \(Version.current)")
    writeHead()
    writeBrowsing()
    writeCommands()
    writeKeys()
    for (title, entries) in ManualText.lists {
      page.section(title)
      for (term, meaning) in entries { page.entry(term, meaning) }
    }
    page.section("See also")
    page.paragraph(ManualText.seeAlso)
  }

  private mutating func writeHead() {
    page.section("Name")
    page.paragraph(
      "targets, targets-from-http, targets-from-demo - keep lists of names and work through them")
    page.section("Synopsis")
    page.literal(RootHelp.about.usage.split(separator: "\n").map(String.init))
    page.section("Description")
    page.prose(RootHelp.about.discussion)
  }

  private mutating func writeBrowsing() {
    page.section("Options")
    page.paragraph(
      "These are the options of browsing, which is what targets does without a command.")
    write(BrowseCommand.facts)
  }

  private mutating func writeCommands() {
    page.section("Commands")
    let browsing = Set(BrowseCommand.facts.map(\.heading)).subtracting([""])
    for command in CommandList.shown where command.about.name != BrowseCommand.about.name {
      write(command.about, command.facts.filter(\.isShown), explained: browsing)
    }
  }

  /// Writes a command; groups of options that were explained are only named.
  private mutating func write(
    _ about: CommandText, _ facts: [ArgumentFacts], explained: Set<String>
  ) {
    page.subsection(about.name)
    page.paragraph(about.abstract)
    page.literal(about.usage.split(separator: "\n").map(String.init))
    page.prose(about.discussion)
    let own = facts.filter { $0.kind != .operand && !explained.contains($0.heading) }
    write(own)
    var headings: [String] = []
    for heading in facts.map(\.heading) where explained.contains(heading) {
      if !headings.contains(heading) { headings.append(heading) }
    }
    if !headings.isEmpty {
      let options = own.isEmpty ? "Options" : "Other options"
      page.paragraph("\(options), described above: \(headings.joined(separator: ", ")).")
    }
  }

  private mutating func write(_ facts: [ArgumentFacts]) {
    let shown = facts.filter(\.isShown)
    var headings: [String] = []
    for heading in shown.map(\.heading) where !headings.contains(heading) {
      headings.append(heading)
    }
    // What stands under no heading comes first.
    for heading in headings.sorted(by: { $0.isEmpty && !$1.isEmpty }) {
      if !heading.isEmpty { page.subsection(heading) }
      for (term, meaning) in HelpPage.entries(shown.filter { $0.heading == heading }) {
        page.entry(term, meaning)
      }
    }
  }

  private mutating func writeKeys() {
    for (title, entries) in Browser.helpParts {
      page.section(title == "Commands" ? "Commands of the prompt" : title)
      if title == "Keys" { page.paragraph(ManualText.keys) }
      for (term, meaning) in entries { page.entry(term, meaning) }
    }
  }
}
