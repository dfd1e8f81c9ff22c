/// A key of the program's own, as a readline command that `~/.inputrc` can move.
package struct KeyCommand: Hashable, Sendable {
  /// The command's name in `~/.inputrc`, such as `targets-next-row`.
  package let name: String

  /// The keys it has by default, in readline's notation: `\\e[B`, `\\C-xd`.
  package let keys: [String]

  /// The key as help shows it: `↓`.
  package let label: String

  /// What it does, in a few words.
  package let help: String

  /// Makes a command; cursor keys need to be named in one form only (`\\e[B`, not `\\eOB`).
  package init(name: String, keys: [String], label: String, help: String) {
    self.name = name
    self.keys = keys
    self.label = label
    self.help = help
  }

  /// The default keys, with the forms cursor keys take in application mode.
  var allKeys: [String] {
    keys.flatMap { key -> [String] in
      let isCursorKey = key.hasPrefix("\\e[") && key.count == 4
      return isCursorKey ? [key, "\\eO" + key.suffix(1)] : [key]
    }
  }
}
