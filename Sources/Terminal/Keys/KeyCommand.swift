/// A key of the program, as a readline command that can be rebound in `~/.inputrc`.
package struct KeyCommand: Hashable, Sendable {
  /// The command's name in `~/.inputrc`, such as `targets-next-row`.
  package let name: String

  /// The default keys in readline's notation: `\\e[B`, `\\C-xd`.
  package let keys: [String]

  /// The key as shown in the help, such as `↓`.
  package let label: String
  package let help: String

  /// Cursor keys need only one of their forms: `\\e[B`, not `\\eOB`.
  package init(name: String, keys: [String], label: String, help: String) {
    self.name = name
    self.keys = keys
    self.label = label
    self.help = help
  }

  /// With the forms of cursor keys in application mode.
  var allKeys: [String] {
    keys.flatMap { key -> [String] in
      let isCursorKey = key.hasPrefix("\\e[") && key.count == 4
      return isCursorKey ? [key, "\\eO" + key.suffix(1)] : [key]
    }
  }
}
