import TestSupport
import Testing

/// A shell line from dotfiles with a picker, and the keys that people type in it.
struct Snippet: CustomTestStringConvertible {
  var shell = Shell.bash

  /// `$P` is the picker.
  var script: String

  /// The text that must be on the screen before typing; empty if there is no question.
  var rows: [String] = []

  /// The query to type, and the rows that disappear because of it.
  var query = ""
  var gone: [String] = []

  /// The key that ends the picker.
  var end = Key.enter

  var testDescription: String { script }

  /// The files and programs for the snippets, to be copied.
  static let home: Swift.Result<TemporaryDirectory, any Error> = Swift.Result {
    let home = TemporaryDirectory().untilExit()
    try setUp(in: home)
    return home
  }

  private static func setUp(in home: TemporaryDirectory) throws {
    try home.write(
      """
      #!/bin/sh
      cat <<'END'
        PID COMMAND
        101 node server.js
        102 vim notes.txt
        103 node worker.js
      END
      """, to: "bin/ps")
    try home.write(
      """
      #!/bin/sh
      cat <<'END'
      CONTAINER ID   IMAGE     NAMES
      0a1b2c3d4e5f   nginx     web_1
      1b2c3d4e5f60   redis     cache_1
      2c3d4e5f6071   nginx     web_2
      END
      """, to: "bin/docker")
    try home.write(
      """
      #!/bin/sh
      printf 'NAME          STATUS   AGE\\ndefault       Active   10d\\nkube-system   Active   10d\\nprod          Active   3d\\n'
      """, to: "bin/kubectl")
    try home.write(
      "#!/bin/sh\nprintf 'jq\\nripgrep\\ntree\\nzoxide\\n'\n", to: "bin/brew")
    try home.write(
      """
      #!/bin/sh
      printf 'main: 2 windows (created Mon)\\nwork: 1 windows (created Tue) (attached)\\nplay: 3 windows\\n'
      """, to: "bin/tmux")
    try home.write(
      "Host web\\n  HostName web.example\\nHost db backup\\n  User me\\n".replacing(
        "\\n", with: "\n"),
      to: "ssh_config")
    try home.write(
      "  501  ls -la\n  502  git status\n  503  make test\n  504  git push\n", to: "history")
    try home.write("10.2 /srv/z\n9.1 /home/a\n3.5 /tmp/m\n", to: "recent")
    try home.write("one\n", to: "notes/one.txt")
    try home.write("two words\n", to: "notes/two words.txt")
    try home.write("three\n", to: "notes/three.md")
    let git = """
      git init -q -b main . && git config user.email a@example.org && git config user.name A
      export GIT_AUTHOR_DATE='2026-01-01T00:00:00Z' GIT_COMMITTER_DATE='2026-01-01T00:00:00Z'
      for n in first second third; do echo $n > README.md; git add README.md; git commit -qm "$n commit"; done
      git branch feature/login && git branch fix/parser && git branch docs
      git tag v1.0 && git tag v1.1 && git tag v1.10
      echo changed > README.md && echo new > 'new file.txt'
      """
    try home.write(git, to: "repo/setup")
    let made = try ProgramRun(
      "/bin/bash", ["-c", "chmod +x bin/*; cd repo && . ./setup && rm setup"],
      environment: ProgramEnvironment(["HOME": home.path]), directory: home.path)
    guard made.status == .code(0) else { throw HarnessError.failed("setup", made.error) }
  }

  static let all: [Snippet] =
    processes + branches + commits + hosts + histories + files + looks
    + answers + shells

  private static let ps = ["node server.js", "vim notes.txt", "node worker.js"]

  private static let processes = [
    Snippet(
      script: "ps -ef | sed 1d | $P -m | awk '{print $1}'", rows: ps, query: "vim",
      gone: ["server"]),
    Snippet(
      script: "ps -ef | $P --header-lines=1 -m --reverse | awk '{print $1}'",
      rows: ps + ["COMMAND"], query: "serv", gone: ["vim"]),
    Snippet(
      script: "pid=$(ps -ef | sed 1d | $P +m | awk '{print $1}'); echo kill -9 $pid", rows: ps,
      query: "worker", gone: ["server", "vim"]),
    Snippet(
      script: "ps -ef | sed 1d | $P -m --print0 | tr '\\0' ';'", rows: ps, query: "vim",
      gone: ["server"]),
    Snippet(
      script: "docker ps | sed 1d | $P -1 -q cache | awk '{print $1}'"),
    Snippet(
      script: "docker ps | $P --header-lines=1 -q 'web_2' --select-1 --exit-0 | awk '{print $3}'"),
    Snippet(
      script: "docker images | sed 1d | $P -m --prompt='remove> ' | awk '{print $1}'",
      rows: ["nginx", "redis"], query: "redis", gone: ["nginx"]),
    Snippet(
      script: "kubectl get ns | tail -n +2 | $P --height=40% --layout=reverse | awk '{print $1}'",
      rows: ["default", "kube-system", "prod"], query: "prod", gone: ["default"]),
    Snippet(
      script: "kubectl get ns | $P --header-lines 1 --info=inline -q kube -1 | awk '{print $1}'"),
    Snippet(
      script: "for app in $(brew leaves | $P -m --prompt 'uninstall> '); do echo rm $app; done",
      rows: ["jq", "ripgrep", "tree"], query: "ripg", gone: ["tree"]),
    Snippet(
      script: "tmux list-sessions -F x | $P --exit-0 | cut -d: -f1",
      rows: ["main:", "work:", "play:"], query: "work", gone: ["main:"]),
    Snippet(
      script: "tmux ls | grep -v attached | $P -q play --select-1 --exit-0 | cut -d: -f1"),
  ]

  private static let branches = [
    Snippet(
      script: "cd repo; git branch | grep -v HEAD | $P +m | sed 's/.* //'",
      rows: ["main", "feature/login", "fix/parser"], query: "login", gone: ["parser"]),
    Snippet(
      script: "cd repo; git branch | $P | cut -c 3-", rows: ["docs", "feature/login"],
      query: "login", gone: ["docs"]),
    Snippet(
      script: "cd repo; git branch -a --format='%(refname:short)' | $P -q fix -1"),
    Snippet(
      script: "cd repo; git checkout -q $(git branch | $P -q docs -1) && git branch --show-current"),
    Snippet(
      script: "cd repo; git switch -q \"$(git branch --format='%(refname:short)' | $P --no-multi)\""
        + " && git branch --show-current",
      rows: ["main", "docs", "fix/parser"], query: "parser", gone: ["docs"]),
    Snippet(
      script: "cd repo; git for-each-ref --format='%(refname:short)' refs/heads | $P -m"
        + " | while read -r b; do echo \"<$b>\"; done",
      rows: ["main", "docs"], query: "docs", gone: ["main"]),
    Snippet(
      script: "cd repo; git tag --sort=-v:refname | $P +s", rows: ["v1.10", "v1.0"]),
    Snippet(
      script: "cd repo; git tag | $P --no-sort --tac -q v1", rows: ["v1.10", "v1.0"]),
    Snippet(
      script: "cd repo; git status -s -u | $P -m | cut -c4-", rows: ["README.md", "new file"],
      query: "README", gone: ["new"]),
    Snippet(
      script:
        "cd repo; git status -s -u | $P -q READ --select-1 | awk '{print $2}' | xargs echo add"
    ),
    Snippet(
      script: "cd repo; git ls-files -mo --exclude-standard -z | $P --read0 -q new -1"),
  ]

  private static let commits = [
    Snippet(
      script: "cd repo; git log --oneline | $P +s | cut -d' ' -f1",
      rows: ["first commit", "third commit"], query: "second", gone: ["third"]),
    Snippet(
      script: "cd repo; h=$(git log --pretty=format:'%h %s' | $P --no-sort | cut -c -7);"
        + " echo git commit --fixup $h",
      rows: ["first commit", "third commit"], query: "first", gone: ["third"]),
    Snippet(
      script: "cd repo; git log --color=always --format='%C(auto)%h %s' | $P --ansi --no-sort"
        + " -q second -1 | sed 's/\\x1b\\[[0-9;]*m//g' | cut -d' ' -f2"),
    Snippet(
      script: "cd repo; git log --graph --color=always --format='%C(red)%h%C(reset) %s'"
        + " | $P --ansi --no-sort -q third -1 | grep -o '[a-z]* commit'"),
    Snippet(
      script: "printf '\\033[32mred\\033[m\\nblue\\n' | $P --ansi -q ^red -1 | grep -c red"),
  ]

  private static let hosts = [
    Snippet(
      script: "grep -i '^host ' ssh_config | cut -b 6- | tr ' ' '\\n' | $P",
      rows: ["web", "backup"],
      query: "back", gone: ["web"]),
    Snippet(
      script: "awk '/^Host/ {for (i=2; i<=NF; i++) print $i}' ssh_config | $P --tac +s",
      rows: ["web", "db", "backup"]),
    Snippet(script: "grep -c '' ssh_config | $P -0 -q zzz; echo $?"),
  ]

  private static let histories = [
    Snippet(
      script: "cat history | $P --tac --no-sort | sed 's/ *[0-9]* *//'",
      rows: ["ls -la", "git push"]),
    Snippet(
      script: "cat history | $P +s --tac -q git | sed -E 's/ *[0-9]*\\*? *//'",
      rows: ["git status", "git push"]),
    Snippet(
      script: "cat history | $P --no-sort --with-nth=2.. | awk '{print $1}'",
      rows: ["ls -la", "make test"], query: "make", gone: ["ls"]),
    Snippet(
      script: "sort -rn recent | $P +s | sed 's/^[0-9.]* *//'", rows: ["/srv/z", "/home/a"]),
    Snippet(
      script: "cat recent | $P --nth 2 --no-sort | cut -d' ' -f2", rows: ["/srv/z", "/home/a"],
      query: "/tmp", gone: ["/srv"]),
  ]

  private static let files = [
    Snippet(
      script: "find notes -name '*.txt' -print0 | $P --read0 -m --print0 | xargs -0 cat",
      rows: ["one.txt", "two words"], query: "two", gone: ["one"]),
    Snippet(
      script: "find notes -type f | sort | $P --query=three --select-1 --exit-0"),
    Snippet(
      script: "f=$(find notes -type f | sort | $P --preview 'cat {}' --height 60%) && cat \"$f\"",
      rows: ["one.txt", "three.md"], query: "words", gone: ["three"]),
    Snippet(
      script: "cat -n history | $P --with-nth 3.. | awk '{print $1}'", rows: ["ls -la"],
      query: "make", gone: ["push"]),
    Snippet(
      script: "printf 'shown\\thidden\\nother\\tvalue\\n' | $P -d '\\t' --with-nth=1 | cut -f2",
      rows: ["shown", "other"], query: "oth", gone: ["shown"]),
    Snippet(
      script: "printf 'a:x\\nx:b\\n' | $P -d : --nth 2 -q x -1 | cut -d: -f1"),
    Snippet(
      script: "printf 'one two\\ntwo one\\n' | $P --with-nth 1 -q two -1"),
    Snippet(script: "printf 'a b  c\\tx  \\n' | $P -1 | od -c"),
    Snippet(script: "printf 'a\\r\\nb\\r\\n' | $P -q b -1 | od -c"),
  ]

  private static let looks = [
    Snippet(
      script: "brew leaves | $P --color=fg:7,hl:4 --border --pointer='>' --marker='*' --margin=0"
        + " --padding=0 --info=inline --cycle",
      rows: ["jq", "tree"], query: "tree", gone: ["jq"]),
    Snippet(
      script: "brew leaves | $P --header='pick one' --prompt='formula: ' --layout=reverse",
      rows: ["pick one", "formula:", "jq"], query: "zox", gone: ["jq"]),
    Snippet(
      script: "brew leaves | $P --height 40% --reverse --border=rounded --no-mouse",
      rows: ["jq", "tree"], query: "jq", gone: ["tree"]),
  ]

  private static let answers = [
    Snippet(
      script: "brew leaves | $P --print-query -q zzz -0; echo $?"),
    Snippet(
      script: "brew leaves | $P --print-query -q jq -1"),
    Snippet(
      script: "brew leaves | $P --expect=ctrl-e,alt-x", rows: ["jq", "tree"], query: "tree",
      gone: ["jq"], end: "\u{5}"),
    Snippet(
      script: "brew leaves | $P --expect ctrl-e | { read -r k; read -r l; echo \"[$k][$l]\"; }",
      rows: ["jq", "tree"], query: "tree", gone: ["jq"]),
    Snippet(
      script: "brew leaves | $P; echo $?", rows: ["jq", "tree"], end: Key.escape),
    Snippet(
      script: "brew leaves | $P; echo $?", rows: ["jq", "tree"], query: "zzzz", gone: ["jq"]),
    Snippet(script: "printf '' | $P -1 -0; echo $?"),
    Snippet(script: "brew leaves | $P -q \"'ipgre\" -1"),
    Snippet(script: "brew leaves | $P -q '!ripgrep !tree !zoxide' -1"),
    Snippet(script: "brew leaves | $P -e -q ripgr -1"),
    Snippet(script: "brew leaves | $P --exact -q ree -1"),
    Snippet(script: "brew leaves | $P -q 'ee$' -1"),
  ]

  private static let shells = [
    Snippet(
      shell: .zsh, script: "cd -- \"$(print -l notes repo bin | ${=P})\" && print ${PWD:t}",
      rows: ["notes", "bin"], query: "notes", gone: ["bin"]),
    Snippet(
      shell: .fish, script: "brew leaves | eval $P | read -l app; echo \"<$app>\"",
      rows: ["jq", "tree"], query: "tree", gone: ["jq"]),
    Snippet(
      shell: .fish,
      script: "set -l b (git -C repo branch --format='%(refname:short)' | eval $P)"
        + "; echo $b",
      rows: ["main", "docs"], query: "docs", gone: ["main"]),
  ]
}
