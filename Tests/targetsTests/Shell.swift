import TestSupport
import Testing

/// A shell of the system, with the built program on its PATH.
enum Shell: String, CaseIterable, CustomTestStringConvertible {
  case bash, zsh, fish

  var path: String { "/usr/bin/\(rawValue)" }
  var testDescription: String { rawValue }

  /// The variable with the exit status of the last command.
  var status: String { self == .fish ? "$status" : "$?" }

  private func environment(_ program: Program) -> ProgramEnvironment {
    let folder = program.path.split(separator: "/").dropLast().joined(separator: "/")
    return program.environment.setting([
      "PATH": "/\(folder):/usr/local/bin:/usr/bin:/bin", "ZDOTDIR": program.environment.home.path,
      "SHELL": path,
    ])
  }

  /// Runs a script without a terminal, and without the user's start-up files.
  func run(_ script: String, of program: Program) throws -> ProgramRun {
    let options = self == .fish ? ["--no-config"] : self == .zsh ? ["-f"] : ["--norc"]
    return try ProgramRun(
      path, options + ["-c", script], environment: environment(program),
      directory: program.environment.home.path)
  }

  /// Starts it on a terminal, with a line of the user in its start-up file, as in the README.
  func open(_ program: Program, line: String) throws -> TerminalSession {
    let home = program.environment.home
    switch self {
    case .bash: try home.write("PS1='ready> '\n\(line)\n", to: ".bashrc")
    case .zsh:
      try home.write(
        "PS1='ready> '\nunsetopt promptsp\nautoload -Uz compinit && compinit -u -D\n\(line)\n",
        to: ".zshrc")
    case .fish:
      try home.write(
        "function fish_prompt; echo -n 'ready> '; end\nfunction fish_greeting; end\n\(line)\n",
        to: ".config/fish/config.fish")
    }
    let session = try TerminalSession(
      path, self == .zsh ? ["-d", "-i"] : ["-i"], environment: environment(program),
      directory: home.path, columns: 100, oracle: nil)
    session.wait { $0.rows.contains { $0.hasPrefix("ready>") } }
    return session
  }

  /// The line of the start-up file.
  var setup: String {
    self == .fish ? "targets shell fish | source" : "eval \"$(targets shell \(rawValue))\""
  }
}
