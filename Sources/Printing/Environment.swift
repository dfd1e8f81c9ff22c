import Glibc
package import TerminalText

package enum Environment {
  /// If a variable is set twice, the first value counts.
  package static var current: [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let parts = String(cString: text).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, variables[String(parts[0])] == nil {
        variables[String(parts[0])] = String(parts[1])
      }
      entry += 1
    }
    return variables
  }

  /// `nil` if the variable is unset or empty.
  package static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A folder of the XDG base directory specification: from a variable, or else in `HOME`.
  ///
  /// A relative path in the variable is ignored, as the specification demands.
  package static func folder(_ variable: String, orInHome path: String) -> String? {
    if let folder = value(variable), folder.hasPrefix("/") { return folder }
    return value("HOME").map { "\($0)/\(path)" }
  }

  package static var glyphs: Glyphs { isUnicode ? .unicode : .ascii }

  /// Whether the locale's encoding is UTF-8.
  package static var isUnicode: Bool {
    let locale = value("LC_ALL") ?? value("LC_CTYPE") ?? value("LANG") ?? ""
    // As in “de_DE.UTF-8@euro”; macOS has only “UTF-8”.
    let set = locale.lowercased().split(separator: ".").last?.prefix { $0 != "@" }
    return set == "utf-8" || set == "utf8"
  }
}
