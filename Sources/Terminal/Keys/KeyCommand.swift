/// A separate readline keymap, in which single letters are commands.
package struct PlainKeys: Hashable, Sendable {
  /// The keymap's name, for `set keymap` in `~/.inputrc`.
  package let keymap: String

  package let commands: [KeyCommand]

  package init(keymap: String, commands: [KeyCommand]) {
    self.keymap = keymap
    self.commands = commands
  }
}

/// A readline command of the program's own, which `~/.inputrc` can bind to other keys.
package struct KeyCommand: Hashable, Sendable {
  /// The command's name in `~/.inputrc`, such as `targets-next-row`.
  package let name: String

  /// The default keys in readline's notation, such as `\\C-xd`.
  private let keys: [String]

  /// Whether its keys override the user's bindings, including longer key sequences that start with them.
  let isForced: Bool

  /// Makes a command; one form of a cursor key is enough (`\\e[B`, not also `\\eOB`).
  package init(name: String, keys: [String], isForced: Bool = false) {
    self.name = name
    self.keys = keys
    self.isForced = isForced
  }

  /// Whether it is bound to keys that stop and continue a terminal's output.
  var takesFlowKeys: Bool { isForced && (keys.contains("\\C-s") || keys.contains("\\C-q")) }

  /// The default keys, and the forms that cursor keys have in application mode.
  var allKeys: [String] {
    keys.flatMap { key -> [String] in
      let isCursorKey = key.hasPrefix("\\e[") && key.count == 4
      return isCursorKey ? [key, "\\eO" + key.suffix(1)] : [key]
    }
  }
}
