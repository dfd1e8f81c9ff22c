import ArgumentParser
import Browser

/// The manual page: from the declarations of commands, options and keys, with what they do not say.
struct ManualPage {
  private var page: Roff
  private let root: CommandDescription

  /// The page as roff.
  var text: String { page.text }

  /// - Throws: A decoding error, which no command's declarations lead to.
  init() throws {
    root = try CommandDescription(of: TargetsCommand.self)
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
    page.literal((TargetsCommand.configuration.usage ?? "").split(separator: "\n").map(String.init))
    page.section("Description")
    page.prose(root.discussion ?? "")
  }

  private mutating func writeBrowsing() {
    page.section("Options")
    page.paragraph(
      "These are the options of browsing, which is what targets does without a command.")
    guard let browse = root.subcommands?.first(where: { $0.commandName == root.defaultSubcommand })
    else { return }
    write(browse.operands + browse.options)
  }

  private mutating func writeCommands() {
    page.section("Commands")
    let browsing = Set((root.subcommands?.first?.shown ?? []).compactMap(\.sectionTitle))
    for command in root.subcommands ?? [] where command.shouldDisplay {
      guard command.commandName != root.defaultSubcommand, command.commandName != "help"
      else { continue }
      write(command, explained: browsing)
    }
    page.subsection("help")
    page.paragraph("targets help COMMAND tells what is told here of a command.")
  }

  /// Writes a command; groups of options that were explained are only named.
  private mutating func write(_ command: CommandDescription, explained: Set<String>) {
    page.subsection(command.commandName)
    page.paragraph(command.abstract ?? "")
    if let type = TargetsCommand.command(named: command.commandName) {
      let usage = TargetsCommand.usageString(for: type)
      page.literal(usage.split(separator: "\n").map(String.init))
    }
    page.prose(command.discussion ?? "")
    let own = command.options.filter { option in
      option.sectionTitle.map { !explained.contains($0) } ?? !["--help", "--version"].contains {
        option.spellings.contains($0)
      }
    }
    write(own)
    var groups: [String] = []
    for title in command.options.compactMap(\.sectionTitle) where explained.contains(title) {
      if !groups.contains(title) { groups.append(title) }
    }
    if !groups.isEmpty {
      let options = own.isEmpty ? "Options" : "Other options"
      page.paragraph("\(options), told of above: \(groups.joined(separator: ", ")).")
    }
  }

  private mutating func write(_ arguments: [CommandDescription.Argument]) {
    var title: String?
    var rest = arguments.filter { $0.sectionTitle == nil }[...]
    rest += arguments.filter { $0.sectionTitle != nil }
    while let argument = rest.first {
      if let section = argument.sectionTitle, section != title {
        page.subsection(section)
        title = section
      }
      // Flags of one property share what they mean.
      let shared = rest.prefix {
        $0.kind == argument.kind && $0.meaning == argument.meaning
          && $0.sectionTitle == argument.sectionTitle
      }
      page.entry(shared.map(\.synopsis).joined(separator: ", "), argument.meaning)
      rest = rest.dropFirst(shared.count)
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

extension CommandDescription.Argument {
  /// How it is given, as help writes it.
  var synopsis: String {
    let value = "<\(valueName ?? "value")>"
    guard kind != .positional else { return value + (isRepeating ? " ..." : "") }
    return spellings.joined(separator: ", ") + (kind == .option ? " \(value)" : "")
  }

  /// What it means, with its values and the default.
  var meaning: String {
    var parts = abstract.map { [$0] } ?? []
    if let allValues, kind != .flag {
      parts.append("Values: \(allValues.joined(separator: ", ")).")
    }
    if let defaultValue, kind != .flag { parts.append("Default: \(defaultValue).") }
    return parts.joined(separator: " ")
  }
}
