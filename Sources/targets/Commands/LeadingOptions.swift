/// The options that are accepted before a command, too: `targets --list people dead 'Bo Berg'`.
enum LeadingOptions {
  static let names = ["-l", "--list", "--store", "--schema", "--as"]

  /// Moves the options before a command to after it; without a command, returns the words unchanged.
  static func moved(behindTheCommandIn words: [String]) -> [String] {
    let count = count(in: words)
    guard count > 0, count < words.count,
      CommandList.command(named: words[count]) != nil
    else { return words }
    return [words[count]] + words[..<count] + words[(count + 1)...]
  }

  /// How many of the first words are such options and their values.
  static func count(in words: some Collection<String>) -> Int {
    var rest = words[...]
    while let option = rest.first,
      let name = names.first(where: { option == $0 || isWithValue(option, $0) })
    {
      rest = rest.dropFirst(name == option ? 2 : 1)
    }
    return words.count - rest.count
  }

  private static func isWithValue(_ word: String, _ name: String) -> Bool {
    word.hasPrefix(name.hasPrefix("--") ? name + "=" : name)
  }
}
