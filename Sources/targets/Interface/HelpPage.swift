import ArgumentParser

/// Help as it is printed: what the parser makes of the declarations, in the order of importance.
enum HelpPage {
  /// Help with the options of no group before the groups; that of the root command has the options
  /// of browsing, which is the default.
  static func arranged(_ text: String) -> String {
    guard text == TargetsCommand.helpMessage() else { return optionsFirst(text) }
    let browsing = optionsFirst(TargetsCommand.helpMessage(for: BrowseCommand.self))
    guard let start = browsing.firstRange(of: "ARGUMENTS:"),
      let own = text.firstRange(of: "\nOPTIONS:\n"),
      let commands = text[own.upperBound...].firstRange(of: "\n\n")
    else { return text }
    return text[..<own.lowerBound] + text[commands.lowerBound...].dropFirst()
      + "\n\nBROWSING " + browsing[start.lowerBound...]
  }

  private static func optionsFirst(_ text: String) -> String {
    let text = text.hasSuffix("\n") ? text.dropLast() : text[...]
    var blocks = text.split(separator: "\n\n", omittingEmptySubsequences: false)
    guard let options = blocks.firstIndex(where: { $0.hasPrefix("OPTIONS:\n") }),
      let usage = blocks.firstIndex(where: { $0.hasPrefix("USAGE: ") })
    else { return String(text) }
    let hasArguments = blocks.dropFirst(usage + 1).first?.hasPrefix("ARGUMENTS:\n") == true
    blocks.insert(blocks.remove(at: options), at: usage + (hasArguments ? 2 : 1))
    return blocks.joined(separator: "\n\n")
  }
}
