import CommandRunning
import Testing

/// A name never becomes a part of a script that another program executes.
struct ScriptWordTests {
  /// Commands as words; the name is added at the end of those without a placeholder.
  static let refused: [[String]] = [
    ["sh", "-c", "echo {}"], ["sh", "-c", "{}"], ["sh", "-c"], ["/bin/sh", "-c", "echo {id}"],
    ["bash", "-lc", "echo {}"], ["bash", "-c", "-e", "echo {}"], ["bash", "-ec", "echo {}"],
    ["bash", "-o", "pipefail", "-c", "echo {}"], ["bash", "+x", "-c", "echo {}"],
    ["bash", "--norc", "--rcfile", "x", "-c", "echo {}"], ["bash", "-c", "--", "echo {}"],
    ["dash", "-xc", "echo '{}'"], ["zsh", "-fc", "echo {detail}"], ["ksh", "-c", "echo {note}"],
    ["fish", "-c", "echo {}"], ["fish", "--command=echo {}"], ["fish", "--command", "echo {}"],
    ["busybox", "sh", "-c", "echo {}"], ["csh", "-c", "echo {}"],
    ["python", "-c", "print('{}')"], ["python3", "-Ic", "print('{}')"], ["python3.11", "-c"],
    ["python3", "-cprint('{}')"], ["/usr/bin/python3", "-W", "ignore", "-c", "print('{}')"],
    ["perl", "-e", "print '{}'"], ["perl", "-lne", "print '{}'"], ["perl", "-E", "say '{}'"],
    ["perl", "-eprint '{}'"], ["perl", "-e", "1;", "-e", "print '{}'"],
    ["ruby", "-e", "puts '{}'"], ["node", "-e", "console.log('{}')"],
    ["node", "--eval=console.log('{}')"], ["php", "-r", "echo '{}';"], ["lua", "-e", "print '{}'"],
    ["eval", "echo", "{}"], ["eval"], ["command", "eval", "{}"],
    ["su", "-c", "echo {}"], ["su", "-", "ann", "-c", "echo {}"], ["su", "-lc", "echo {}", "ann"],
    ["su", "ann", "--command=echo {}"], ["su", "ann", "--command", "echo {}"],
    ["runuser", "-u", "ann", "-c", "echo {}"], ["script", "-qc", "echo {}", "/dev/null"],
    ["env", "sh", "-c", "echo {}"], ["env", "-i", "A=b", "bash", "-c", "echo {}"],
    ["env", "-S", "sh -c {}"], ["sudo", "-u", "ann", "sh", "-c", "echo {}"],
    ["timeout", "5", "sh", "-c", "echo {}"], ["nice", "-n", "5", "sh", "-c", "echo {}"],
    ["xargs", "-a", "x", "sh", "-c", "echo {}"], ["find", "{}", "-exec", "sh", "-c", "ls {}", ";"],
    ["docker", "exec", "c", "sh", "-c", "echo {}"],
    ["awk", "{}"], ["awk", "/{}/ { print }", "f"], ["gawk", "-F", ":", "{}", "f"],
    ["mawk", "-v", "x=1", "{}"],
    ["gawk", "-e", "{}"], ["sed", "{}"], ["sed", "-e", "{}"], ["sed", "-n", "s/{}/x/p", "f"],
    ["sed", "--expression={}", "f"], ["sed", "-i", "/{}/d", "f"],
    ["sed", "-i.bak", "-E", "/{}/d", "f"],
    ["psql", "-c", "select '{}'"], ["psql", "-d", "x", "--command={}"], ["mysql", "-e", "{}"],
    ["sqlite3", "x.db", "delete from t where n = '{}'"], ["vim", "-c", "{}"],
    ["nvim", "--cmd", "{}"],
    ["git", "-c", "alias.x=!{}", "x"], ["git", "-C", "d", "-c", "{}", "log"],
    ["git", "rebase", "--exec", "x {}", "main"], ["git", "rebase", "--exec=x {}", "main"],
    ["git", "rebase", "-x", "{}"], ["git", "fetch", "--upload-pack={}", "origin"],
    ["git", "submodule", "foreach", "echo {}"],
    ["git", "filter-branch", "--msg-filter", "sed {}"],
    ["tar", "--to-command={}", "-xf", "a.tar"], ["tar", "-xf", "a", "-I", "{}"],
    ["rsync", "-a", "-e", "{}", "a", "b"], ["rsync", "a", "b", "--rsh={}"], ["parallel", "{}"],
    ["sudo", "-u", "ann", "awk", "{}"], ["env", "A=b", "sed", "{}"],
    ["tmux", "new", "{}"], ["make", "deploy", "HOST={}"], ["sudo", "make", "{}"],
    ["ssh", "host", "rm", "{}"], ["ssh", "host", "rm -- {}"], ["ssh", "host", "uptime"],
    ["ssh", "-p", "22", "ann@host", "rm", "--", "{}"], ["ssh", "-tt", "host", "{}"],
    ["ssh", "-i", "key", "-4", "--", "host", "{}"], ["ssh", "host", "-p", "22", "echo", "{}"],
    ["ssh", "-oProxyCommand=nc {}", "host"], ["ssh", "-o", "ProxyCommand nc {}", "host", "true"],
    ["sudo", "-n", "ssh", "host", "{}"], ["timeout", "5", "ssh", "host", "{}"],
    ["watch", "ls {}"],
    // A placeholder in the same word as the option.
    ["perl", "-e{}"], ["perl", "-we{}"], ["perl", "-{}"], ["perl", "-w{}"], ["perl", "--{}"],
    ["perl", "-M{}", "-e", "1"], ["perl5.36", "-e", "{}"], ["python3", "-c{}"],
    ["python3", "-Ic{}"], ["ipython", "-c", "{}"], ["sh", "-c{}"], ["sh", "-{}"], ["su", "-c{}"],
    ["su", "root", "--comm={}"], ["runuser", "-c{}"], ["script", "-q", "-c{}"], ["ruby", "-e{}"],
    ["node", "-e{}"], ["node", "-p{}"], ["php", "-r{}"], ["php", "--run", "{}"], ["lua", "-e{}"],
    ["psql", "-c{}"], ["psql", "-d{}", "-c", "{}"], ["mysql", "-e{}"], ["vim", "-c{}"],
    ["vim", "x", "-c", "{}"], ["nvim", "+{}"], ["rsync", "-e{}"], ["tar", "-I{}"],
    ["sed", "-e{}"], ["split", "--filter={}"], ["sort", "--compress-program={}"],
    ["posh", "-c", "{}"], ["elvish", "-c", "{}"], ["nu", "-c", "{}"], ["xonsh", "-c", "{}"],
    ["rc", "-c", "{}"], ["pwsh", "-Command", "{}"], ["deno", "eval", "{}"], ["guile", "-c", "{}"],
    ["julia", "-e", "{}"], ["elixir", "-e", "{}"], ["sbcl", "--eval", "{}"],
    ["emacs", "--eval", "{}"], ["expect", "-c", "{}"], ["osascript", "-e", "{}"],
    ["gdb", "-ex", "{}"], ["mongosh", "--eval", "{}"], ["autossh", "h", "{}"],
    ["mosh", "host", "{}"], ["nc", "-c", "{}"],
  ]

  static let allowed: [[String]] = [
    ["sh", "-c", "echo \"$1\"", "sh", "{}"], ["sh", "-c", "echo \"$0\""], ["sh", "{}"],
    ["bash", "-lc", "echo \"$1\"", "bash", "{}"], ["bash", "-o", "pipefail", "x.sh", "{}"],
    ["sh", "x.sh", "-c", "{}"], ["bash", "--", "x.sh", "-c", "{}"], ["fish", "x.fish", "{}"],
    ["grep", "-c", "{}"], ["wc", "-c"], ["head", "-c", "{}"], ["gcc", "-c", "{}"],
    ["tar", "-cf", "{}"], ["ls", "sh", "{}"], ["echo", "{}"], ["rm", "--", "{}"],
    ["python3", "-c", "import sys; print(sys.argv[1])", "{}"], ["python3", "x.py", "-c", "{}"],
    ["python3", "-m", "cProfile", "{}"], ["python3", "-m", "x", "-c", "{}"],
    ["perl", "-e", "print @ARGV", "{}"], ["perl", "x.pl", "-e", "{}"], ["perl", "-MJSON", "x.pl"],
    ["ruby", "-e", "puts ARGV", "{}"], ["node", "x.js", "-e", "{}"], ["php", "x.php", "-r", "{}"],
    ["su", "{}", "-c", "id"], ["su", "-s", "/bin/sh", "{}"], ["env", "A={}", "printenv", "A"],
    ["env", "sh", "-c", "echo \"$1\"", "sh", "{}"], ["ssh", "{}", "uptime"], ["ssh", "{}"],
    ["ssh"], ["ssh", "-p", "22", "{}", "uptime", "-p"], ["ssh", "-l", "{}", "host", "uptime"],
    ["ssh", "root@{}", "systemctl", "reboot"], ["ssh", "-o", "BatchMode=yes", "{}", "true"],
    ["sudo", "ssh", "{}", "uptime"], ["rsync", "-e", "ssh", "{}", "host:x/{}"],
    ["scp", "{}", "host:"], ["git", "branch", "-D", "--", "{}"], ["nix", "eval", "{}"],
    ["find", "{}", "-exec", "ls", "\\{}", ";"],
    ["find", "{}", "-exec", "sh", "-c", "ls \\{}", ";"],
    ["sh", "-c", "echo \\{}", "{}"],
    ["awk", "{ print }", "{}"], ["awk", "-f", "x.awk", "{}"], ["awk", "-F:", "{ print }", "{}"],
    ["sed", "-n", "1p", "{}"], ["sed", "-e", "1p", "{}"], ["sed", "-i", "s/a/b/", "{}"],
    ["sed", "-f", "x", "{}"],
    ["psql", "-d", "{}", "-c", "select 1"], ["sqlite3", "{}", ".tables"], ["vim", "{}"],
    ["git", "branch", "-c", "main", "{}"], ["git", "rebase", "--onto", "{}", "main"],
    ["git", "clean", "-x", "{}"], ["git", "-C", "{}", "log"],
    ["git", "push", ".", ":refs/heads/{}"],
    ["tar", "-cf", "a.tar", "{}"], ["tar", "-xf", "{}"], ["rsync", "-a", "{}", "b"],
    ["grep", "-l", "awk", "{}"], ["grep", "make", "{}"], ["apt-get", "install", "sed", "{}"],
    ["jq", "--arg", "n", "{}", ".[$n]"],
    ["vim", "{}-old"], ["psql", "-d{}", "-c", "select 1"], ["tar", "-xf{}"], ["deno", "run", "{}"],
    ["autossh", "-M", "0", "{}", "uptime"], ["sort", "{}"], ["split", "-b", "5", "{}"],
    ["perl", "-MJSON", "x.pl", "{}"],
  ]

  @Test(arguments: refused)
  func aPlaceholderInAScriptIsRefused(words: [String]) {
    #expect(throws: CommandRefusal.self) { try CommandTemplate(words) }
  }

  @Test(arguments: allowed)
  func aPlaceholderInAnArgumentIsAllowed(words: [String]) throws {
    _ = try CommandTemplate(words)
  }

  @Test(arguments: [
    #"sh -c "echo {}""#, #"sh -c 'echo {}'"#, #"sh -c {}"#, #"bash -lc "ls {} | wc -l""#,
    #"trap {} EXIT"#, #"let {}"#, #"[[ {} -eq 1 ]]"#, #"if [[ 1 -lt {} ]]; then ls; fi"#,
    #"eval {}"#, #"eval "ls {}""#, #"eval ls {}"#, #"ls; eval {}"#, #"ls && eval "{}""#,
    #"if true; then eval {}; fi"#, #"for x in a; do sh -c "echo {}"; done"#,
    #"(eval {})"#, #"{ eval {}; }"#, #"! eval {}"#, #"x=$(sh -c "echo {id}")"#, #"A=b eval {}"#,
    #"A=b sh -c "echo {}""#, #"ls | xargs sh -c "echo {}""#, #"sh -c "$(echo {})""#,
    #"eval "$(echo {})""#, #"eval "$(basename "$(dirname {})")""#, #"echo $(eval {})"#,
    #"python3 -c "print('{}')""#, #"perl -e 'print "{detail}"'"#, #"ssh host ls {}"#,
    #"ssh host "ls '{}'""#, #"env sh -c "{}""#, #"case x in x) eval {};; esac"#,
    #"s\h -c "echo {}""#, #"'sh' -c "echo {}""#, #"sh -c a"b {}""#, "ls\neval {}",
    #"command eval {}"#, #"su -c "echo {}""#,
  ])
  func aNameInTheScriptOfANestedShellIsRefused(script: String) {
    #expect(throws: CommandRefusal.self) { try ShellTemplate(script) }
  }

  @Test(arguments: [
    #"sh -c 'echo "$1"' sh {}"#, #"bash -lc 'ls -- "$1"' bash "{}""#, #"ls {} | sh -c 'wc -l'"#,
    #"[[ {} == x && -e {} ]] && trap - EXIT"#, #"[ {} -eq 1 ]"#,
    #"sh -c 'ls'; echo {}"#, #"eval ls; cat {}"#, #"echo eval {}"#, #"echo {} # eval {}"#,
    #"x=$(eval ls) cat {}"#, #"cat {} > eval"#, #"grep -c x {}"#, #"ssh {} uptime"#,
    #"python3 -c 'import sys; print(sys.argv[1])' {}"#, #"find {} -exec sh -c 'ls "$1"' sh \{} \;"#,
    #"sh -c "$(cat x)" sh {}"#, #"case {} in a) eval ls;; esac"#, #"eval "echo \{}""#,
    #"if [ -d {} ]; then ls {}; else head {}; fi"#, #"eval "$(ls)" && cat {}"#,
  ])
  func aNameThatIsAnArgumentOfANestedShellIsAllowed(script: String) throws {
    _ = try ShellTemplate(script)
  }
}
