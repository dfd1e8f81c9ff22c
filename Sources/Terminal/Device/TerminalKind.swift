/// What the environment tells of the terminal.
package enum TerminalKind {
  /// True if the terminal wraps rows that a narrower window has no room for, as nearly all do.
  ///
  /// False for those that are known to cut them off: xterm, rxvt, st, the Linux console, screen.
  package static func wraps(in environment: (String) -> String?) -> Bool {
    if environment("XTERM_VERSION") != nil || environment("STY") != nil { return false }
    let name = environment("TERM") ?? ""
    return !["linux", "rxvt", "st-", "vt", "eterm"].contains { name.hasPrefix($0) }
  }
}
