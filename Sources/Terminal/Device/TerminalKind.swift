package enum TerminalKind {
  /// False for terminals that cut off rows in a narrower window: xterm, rxvt, st, Linux, screen.
  package static func wraps(in environment: (String) -> String?) -> Bool {
    if environment("XTERM_VERSION") != nil || environment("STY") != nil { return false }
    let name = environment("TERM") ?? ""
    return !["linux", "rxvt", "st-", "vt", "eterm"].contains { name.hasPrefix($0) }
  }
}
