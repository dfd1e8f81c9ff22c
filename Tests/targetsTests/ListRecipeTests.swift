import Foundation
import Glibc
import TestSupport
import Testing

/// Recipes: the origin of a list's rows, and the commands for decided rows.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct ListRecipeTests {
  private let program: Program

  init() throws { program = try Program(["TARGETS_AS": "Ann"]) }

  private var home: TemporaryDirectory { program.environment.home }

  /// Runs a shell script with the program as `targets`, in a folder of the test's home.
  @discardableResult
  private func shell(
    _ script: String, in folder: String = ".", _ changes: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ProgramRun {
    let tools = URL(fileURLWithPath: program.path).deletingLastPathComponent().path
    let environment = program.environment.setting([
      "PATH": "\(tools):/usr/local/bin:/usr/sbin:/usr/bin:/bin", "GIT_CONFIG_GLOBAL": "/dev/null",
      "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "Ann",
      "GIT_COMMITTER_EMAIL": "a@b",
    ]).setting(changes)
    return try ProgramRun(
      "/bin/bash", ["-c", script], environment: environment,
      directory: folder == "." ? home.path : home.path(folder))
  }

  private func repository(_ folder: String, _ branches: String) throws {
    let made = try shell(
      """
      mkdir -p \(folder) && cd \(folder) && git init -q -b main . &&
      git commit -q --allow-empty -m first && for b in \(branches); do git branch "$b"; done
      """)
    #expect(made.status == .code(0), "\(made.error)")
  }

  // MARK: What nobody has decided

  @Test func symbolicBranchesAreSkippedAndTagNamesDoNotMatter() throws {
    try repository("a", "develop v1")
    let run = try shell(
      """
      git symbolic-ref refs/heads/dev refs/heads/develop; git tag v1
      targets new ./branches --recipe git-branches && targets refresh -l ./branches
      targets show -l ./branches
      targets dead -l ./branches v1 && targets run -l ./branches --dead
      git for-each-ref --format='%(refname)'
      """, in: "a")
    #expect(
      run.output == """
        develop
        main
        v1
        refs/heads/dev
        refs/heads/develop
        refs/heads/main
        refs/tags/v1

        """, "\(run.error)")
  }

  /// Names lose outer spaces; two normal forms of a name are two files.
  @Test func aFileIsDeletedOnlyIfItIsTheOneThatWasDecided() throws {
    let run = try shell(
      """
      mkdir f && cd f
      for name in 'report.log ' " x" a -n "$(printf 'caf\\303\\251')" "$(printf 'cafe\\314\\201')" "q'q"; do
        echo junk >"./$name"; touch -d '3 years ago' "./$name"
      done
      echo precious >report.log; echo precious >x
      targets new ./old --recipe old-files && targets refresh -l ./old
      targets show -l ./old | targets dead -l ./old --every -
      echo precious >a
      targets run -l ./old --dead; ls -Q -1
      """, in: ".")
    #expect(
      run.output.hasSuffix(
        """
        " x"
        "a"
        "report.log"
        "report.log "
        "x"

        """), "\(run.output) \(run.error)")
  }

  @Test func anAccountWithAReusedNumberIsOpenAgain() throws {
    let run = try shell(
      """
      mkdir -p bin; echo 'echo "locked $*"' >bin/usermod; chmod +x bin/usermod; PATH=$PWD/bin:$PATH
      echo 'bob:x:1001:1001:B:/home/bob:/bin/sh' >passwd
      targets new accounts --recipe accounts; targets recipe -l accounts --set source 'cat passwd'
      targets refresh -l accounts; targets dead -l accounts bob
      sed -i s/bob/zoe/ passwd; targets refresh -l accounts; targets run -l accounts --dead
      targets log -l accounts zoe | cut -c 31-
      """, in: ".")
    #expect(run.error.contains("refresh: 0 new, 0 gone, 1 changed, 0 unchanged\n"))
    #expect(!run.output.contains("locked") && run.output.contains("dead      bob"), "\(run.output)")
  }

  @Test func aFolderWithoutLinksIsNotAFailure() throws {
    let run = try shell(
      """
      mkdir l && cd l && echo https://example.org/a >a.md
      targets new ./links --recipe links; targets refresh -l ./links; rm a.md
      targets refresh -l ./links --allow-empty
      """, in: ".")
    #expect(run.status == .code(0), "\(run.error)")
    #expect(run.error.hasSuffix("refresh: 0 new, 1 gone, 0 changed, 0 unchanged\n"))
  }

  // MARK: Repositories

  /// The first line of what the user saw; a decision in one repository does not affect another one.
  @Test func branchesOfTwoRepositoriesAreSeparate() throws {
    for folder in ["a", "b"] {
      try repository(folder, "wip1 wip2 keep")
      let made = try shell(
        "targets new ./branches --recipe git-branches && targets refresh -l ./branches", in: folder)
      #expect(made.error == "refresh: 4 new, 0 gone, 0 changed, 0 unchanged\n")
    }
    try shell("targets dead -l ./branches wip1 wip2", in: "a")
    // A branch that moves after its decision is left alone, whether or not the list is refreshed.
    try shell(
      "git commit -q --allow-empty -m more && git branch -qf wip2 main", in: "a")
    let unread = try shell("targets run -l ./branches --dead", in: "a")
    #expect(unread.status == .code(1) && unread.error.contains("wip2: exit status 1"))
    let run = try shell("targets run -l ./branches --dead --refresh", in: "a")
    #expect(run.error.hasPrefix("refresh: 0 new, 1 gone, 1 changed, 2 unchanged\n"))
    #expect(run.error.contains("skipped: 1 changed since they were decided"))
    let left = try shell("git branch --format='%(refname:short)'", in: "a").output
    #expect(left == "keep\nmain\nwip2\n")
    #expect(try shell("targets run -l ./branches --dead", in: "b").status == .code(1))
    #expect(try shell("git branch | wc -l", in: "b").output == "4\n")
    // Created again with its old name, it is open.
    try shell("git branch wip1 && targets refresh -l ./branches", in: "a")
    #expect(
      try shell("targets show -l ./branches --changed", in: "a").output
        == "wip1\nwip2\n")
  }

  /// Rows that a run has removed do not cause a question at the next refresh.
  @Test func rowsRemovedByARunCauseNoQuestion() throws {
    try repository("a", (100..<160).map { "b\($0)" }.joined(separator: " "))
    try shell(
      """
      targets new ./branches --recipe git-branches && targets refresh -l ./branches &&
      targets show -l ./branches | grep -v main | head -n 42 |
        targets dead -l ./branches - && targets run -l ./branches --dead -j 4
      """, in: "a")
    let refreshed = try shell("targets refresh -l ./branches", in: "a")
    #expect(refreshed.error == "refresh: 0 new, 42 gone, 0 changed, 19 unchanged\n")
    #expect(refreshed.status == .code(0))
  }

  // MARK: The source

  @Test(arguments: [
    "seq 5 | (head -3; exit 3)", "seq 5; false | cat", "seq 5; exit 1", "seq 5; kill -9 $$",
  ])
  func aSourceThatFailsChangesNothing(source: String) throws {
    try shell("targets new rows --source 'cat rows' && seq 9 >rows && targets refresh -l rows")
    let set = try shell("targets recipe -l rows --set source \"$S\"", ["S": source])
    #expect(set.status == .code(0), "\(set.error)")
    let run = try shell("targets refresh -l rows")
    #expect(run.status == .code(2))
    #expect(run.error.contains("the source failed; nothing was changed: "), "\(run.error)")
    #expect(try shell("targets show -l rows | wc -l").output == "9\n")
  }

  @Test func aRefreshIsGuardedAndHasADryRun() throws {
    try shell("targets new rows --source 'cat rows' && seq 30 >rows && targets refresh -l rows")
    try shell("seq 3 >rows")
    let trial = try shell("targets refresh -n -l rows")
    #expect(
      trial.error.hasPrefix(
        "refresh: 0 new, 27 gone, 0 changed, 3 unchanged (dry run)\n"))
    let refused = try shell("targets refresh -l rows")
    #expect(refused.status == .code(2) && refused.error.contains("would drop 27 of 30 rows"))
    #expect(try shell("targets show -l rows | wc -l").output == "30\n")
    #expect(try shell("targets refresh --force -l rows").status == .code(0))
    try shell(": >rows")
    #expect(try shell("targets refresh -l rows").error.contains("the input has no rows"))
    #expect(try shell("targets refresh --allow-empty -l rows").status == .code(0))
  }

  @Test func onATerminalTheGuardAsks() throws {
    try shell("targets new rows --source 'cat rows' && seq 30 >rows && targets refresh -l rows")
    try shell("seq 3 >rows")
    for (answer, status) in [("n", Int32(1)), ("y", 0)] {
      let session = try program.open("refresh", "-l", "rows")
      session.wait { $0.contains("refresh would drop 27 of 30 rows. Drop them? [y, n]") }
      session.send(answer + "\n")
      #expect(session.waitForExit() == .code(status))
    }
    #expect(try shell("targets show -l rows | wc -l").output == "3\n")
  }

  // MARK: Approval

  /// A recipe in a store that others can write to runs nothing before the user has read and approved it.
  @Test func aRecipeOfSomeoneElseRunsNothing() throws {
    try shell(
      "targets new rows --source 'touch ran; echo a' --preview 'touch ran' --on dead 'touch ran'")
    let another = ["XDG_STATE_HOME": home.path("bob")]
    for command in [
      "refresh -l rows", "refresh -n -l rows", "run -l rows --dead", "run -nl rows --dead",
    ] {
      let run = try shell(
        "targets add -l rows a; targets dead -l rows a; targets \(command)", another)
      #expect(run.status == .code(2))
      #expect(run.error.contains("the recipe of rows is not approved"), "\(run.error)")
    }
    // The command that is advised means the same store.
    try shell("cp \(program.store) other.db")
    let elsewhere = try shell("targets refresh -l rows --store other.db", another)
    #expect(
      elsewhere.error.hasSuffix(" with targets recipe --store other.db -l rows --approve\n"),
      "\(elsewhere.error)")
    let shown = try shell("targets recipe -l rows", another)
    #expect(shown.output.contains("--source touch ran; echo a\n"))
    #expect(shown.error.contains("not approved"))
    #expect(access(home.path("ran"), F_OK) != 0)
    // Changing one option does not approve the others.
    try shell("targets recipe -l rows --set preview true", another)
    #expect(try shell("targets refresh -l rows", another).status == .code(2))
    #expect(access(home.path("ran"), F_OK) != 0)
    // Changes by others are not approved either.
    #expect(try shell("targets refresh -l rows").status == .code(2))
    // A recipe cannot be approved without being seen.
    #expect(try shell("targets recipe -l rows --approve", another).status == .code(2))
    let session = try TerminalSession(
      program.path, ["recipe", "-l", "rows", "--approve"],
      environment: program.environment.setting(another), directory: home.path,
      standardInput: .terminal, standardOutput: .terminal, rows: 24, columns: 80)
    session.wait { $0.contains("Approve it? [y, n]") }
    #expect(session.screen.text.contains("--on dead touch ran"))
    session.send("y\n")
    #expect(session.waitForExit() == .code(0))
    #expect(try shell("targets refresh -l rows", another).status == .code(0))
    #expect(access(home.path("ran"), F_OK) == 0)
  }

  @Test func fiftyHostileRecipesRunNothing() throws {
    let payloads = [
      "touch ran", "$(touch ran)", "`touch ran`", "a; touch ran", "a\u{1b}[2K; touch ran",
      "\u{202E}touch ran", "true # \r touch ran", "'; touch ran; '", "x || touch ran",
      "<(touch ran)",
    ]
    try shell("targets new rows --source true && targets add -l rows a b c")
    try shell("targets dead -l rows a && targets ok -l rows b")
    let script = """
      import sqlite3, sys
      store = sqlite3.connect(sys.argv[1])
      store.execute("UPDATE list SET recipe = ?", (sys.argv[2],))
      store.commit()
      """
    for option in ["--source", "--preview", "--on dead", "--on ok", "--source=true\n--preview"] {
      for payload in payloads {
        let planted = try ProgramRun(
          "/usr/bin/python3", ["-c", script, program.store, "\(option) \(payload)\n"],
          environment: program.environment)
        #expect(planted.status == .code(0), "\(planted.error)")
        for command in [
          "refresh -l rows", "run -l rows --dead --yes", "run -l rows --all", "recipe -l rows",
          "show -l rows", "recipe -l rows --set place",
        ] {
          let run = try shell("targets \(command)")
          let isRun = command.hasPrefix("run") || command.hasPrefix("refresh")
          #expect(run.status != .code(0) || !isRun, "\(command): \(run.output)")
          #expect(!run.output.contains("\u{1b}") || command == "recipe -l rows")
        }
        if option.hasSuffix("--preview"), payloads.prefix(4).contains(payload) {
          let review = try program.open("review", "-l", "rows", columns: 120)
          review.wait { $0.contains("▸   c") }
          review.waitForStatus("no preview: the recipe is not approved")
          review.send("q" + Key.controlD)
          review.expectEnd(.code(0))
        }
      }
    }
    #expect(access(home.path("ran"), F_OK) != 0)
  }

  @Test func onATerminalTheRecipeIsShownForApproval() throws {
    try shell("targets new rows --source 'printf \"a\\nb\\n\"'")
    let other = program.environment.setting(["XDG_STATE_HOME": home.path("bob")])
    for (answer, status) in [("n", Int32(1)), ("y", 0)] {
      let session = try TerminalSession(
        program.path, ["refresh", "-l", "rows"], environment: other, directory: home.path,
        standardInput: .terminal, standardOutput: .terminal, rows: 24, columns: 80)
      session.wait { $0.contains("Approve it? [y, n]") }
      #expect(session.screen.text.contains("--source printf \"a\\nb\\n\""))
      session.send(answer + "\n")
      #expect(session.waitForExit() == .code(status))
    }
    #expect(try shell("targets show -l rows").output == "a\nb\n")
  }

  /// The preview of a recipe is also a command; it runs in the folder of the list.
  @Test func aReviewShowsThePreviewOfAnApprovedRecipe() throws {
    try shell(
      "mkdir -p a && targets new ./a/rows --preview 'pwd; echo it is {}' && targets add -l ./a/rows x"
    )
    let session = try program.open("review", "-l", "./a/rows", columns: 120)
    session.wait { $0.contains("it is x") && $0.contains("/a") }
    session.send("q" + Key.controlD)
    session.expectEnd(.code(0))
    let other = program.environment.setting(["XDG_STATE_HOME": home.path("bob")])
    let unapproved = try TerminalSession(
      program.path, ["review", "-l", "./a/rows"], environment: other, directory: home.path,
      standardInput: .terminal, standardOutput: .terminal, rows: 24, columns: 120)
    unapproved.wait { $0.contains("▸   x") }
    unapproved.waitForStatus("no preview: the recipe is not approved")
    unapproved.send("d")
    unapproved.waitForStatus("1 of 1 decided")
    #expect(!unapproved.screen.contains("it is x"))
    unapproved.send("q" + Key.controlD)
    unapproved.expectEnd(.code(0))
  }

  // MARK: Changing it

  @Test func optionsAreSetAndRemovedAndLogged() throws {
    try shell("targets new rows")
    for command in [
      "--set source 'seq 3'", "--set on dead echo -n", "--set on ok 'echo \"it is\" {}'",
      "--set sections none", "--set source 'seq 4'", "--unset on dead",
    ] {
      let run = try shell("targets recipe -l rows \(command)")
      #expect((run.status, run.error) == (.code(0), ""), "\(command)")
    }
    #expect(
      try shell("targets recipe -l rows").output
        == "--source seq 4\n--on ok echo \"it is\" {}\n--sections none\n")
    try shell("targets refresh -l rows && targets ok -l rows 2")
    #expect(try shell("targets run -l rows --ok").output == "it is 2\n")
    let log = try shell("targets log -l rows --format ndjson").output
    #expect(log.components(separatedBy: "\"what\":\"recipe\"").count == 8)
    let edited = try shell(
      "EDITOR='sed -i s/4/5/' targets recipe -l rows --edit && targets refresh -l rows")
    #expect(edited.error == "refresh: 1 new, 0 gone, 0 changed, 4 unchanged\n")
  }

  @Test(arguments: [
    ("new rows --recipe git-branches", "this recipe belongs to a folder; use ./rows"),
    ("new rows --recipe git-branch", "did you mean “git-branches”?"),
    ("new rows --recipe my-ow", "did you mean “my-own”?"),
    (
      "new rows --recipe ./bad",
      "./bad: line 2: a recipe has no option --sorce; did you mean --source?"
    ),
    ("new rows --on dead 'sh -c {}'", "--on dead: "),
    ("new there", "list “there” already exists"),
    ("refresh -l there", "there has no recipe"),
    ("refresh", "refresh: requires a list"),
    (
      "recipe -l there --set on maybe rm",
      "--on takes a verdict and a command; no verdict “maybe”; the list has dead, ok"
    ),
    ("recipe -l there --set source", "--source takes a value"),
    ("recipe -l there --set on", "--on takes a value"),
    ("recipe -l there --set --on", "--on takes a value"),
    ("recipe -l there --set --locale x_y_z_w", "--locale: "),
    ("recipe -l there --set --order bogus", "--order: "),
    ("recipe -l there --set --source a --order input", "--set sets one option; --order would be"),
    ("recipe -l there --set name-column 2", "--name-column requires --csv or --delimiter"),
    ("run -l there --dead -n --refresh -- true", "--refresh cannot be combined with -n"),
    ("recipe -l there --set csv yes", "--csv takes no value"),
    ("recipe -l there --unset source", "the recipe has no --source"),
    ("recipe -l thre", "did you mean “there”?"),
    ("run -l there --dead", "or a recipe with --on"),
  ])
  func wrongUsageIsOneLine(command: String, words: String) throws {
    try shell("printf '%s\\n' '# rows' '--sorce x' >bad; targets add -l there a")
    try program.environment.home.write("--csv\n", to: ".config/targets/recipes/my-own")
    let run = try shell("targets \(command)")
    #expect(run.status == .code(2))
    #expect(run.error.contains(words), "\(run.error)")
    #expect(run.error.split(separator: "\n").count == 1, "\(run.error)")
    #expect(!(try shell("targets lists").output.contains("rows")))
    #expect(!run.error.contains("----") && !run.error.contains("--locale: --locale"))
  }

  @Test func aRecipeThatStaysTheSameIsNotStoredAgain() throws {
    try shell("targets new rows --order input")
    let log = try shell("targets log -l rows").output
    try shell(
      "targets recipe -l rows --set order input; targets recipe -l rows --set --order input")
    try shell("EDITOR=true targets recipe -l rows --edit")
    #expect(try shell("targets log -l rows").output == log)
  }

  /// Stored values can be read again, whatever they are.
  @Test func anyAcceptedValueCanBeReadAgain() throws {
    try shell("printf '# rows\\r\\n--source  seq 3 \\r\\n--delimiter \" \"\\r\\n' >crlf")
    let made = try shell("targets new rows --recipe ./crlf && targets refresh -l rows")
    #expect(made.status == .code(0), "\(made.error)")
    #expect(
      try shell("targets recipe -l rows").output == "# rows\n--source seq 3\n--delimiter \" \"\n")
    let twice = try shell("targets new more --source ' seq 2 ' && targets refresh -l more")
    #expect(
      (twice.status, twice.error) == (.code(0), "refresh: 2 new, 0 gone, 0 changed, 0 unchanged\n")
    )
    // A recipe from a later program does not prevent showing the rows.
    let script = """
      import sqlite3, sys
      store = sqlite3.connect(sys.argv[1])
      store.execute("UPDATE list SET recipe = '--later x'")
      store.commit()
      """
    _ = try ProgramRun(
      "/usr/bin/python3", ["-c", script, program.store], environment: program.environment)
    #expect(try shell("targets refresh -l rows").error.contains("a recipe has no option --later"))
    let listed = try shell("targets show -l rows; targets show -l rows")
    #expect((listed.status, listed.output) == (.code(0), "1\n2\n3\n1\n2\n3\n"))
    let session = try program.open("-l", "rows")
    session.waitForStatus("3 of 3")
    session.leave()
  }

  /// A change applies to the recipe that the user saw.
  @Test func concurrentChangesOfARecipeAreNotLost() throws {
    try shell("targets new rows --source 'seq 3'")
    let run = try shell(
      """
      EDITOR='targets recipe -l rows --set source "seq 4"; sed -i s/3/5/' targets recipe -l rows --edit
      """)
    #expect(run.status == .code(2) && run.error.contains("someone else has changed it meanwhile"))
    #expect(try shell("targets recipe -l rows").output == "--source seq 4\n")
    let wrong = try shell("EDITOR='sed -i s/source/sorce/' targets recipe -l rows --edit")
    #expect(wrong.error.contains("your text is in /"))
  }

  /// The commands of a recipe are one run.
  @Test(arguments: [
    ("-x", "a\n", "0 done, 1 failed"), ("--max-failures 2", "a\nb\n", "0 done, 2 failed"),
    ("--max-failures 3", "a\nb\nOK c\nOK d\n", "1 done, 3 failed"),
  ])
  func failuresOfAllCommandsAreCountedTogether(
    options: String, output: String, summary: String
  ) throws {
    try shell(
      """
      printf '#!/bin/sh\\necho "$1"; exit 1\\n' >fail
      printf '#!/bin/sh\\necho "OK $1"; [ "$1" = c ]\\n' >some; chmod +x fail some
      targets new rows --on dead "$PWD/fail {}" --on ok "$PWD/some {}"
      targets add -l rows a b c d e; targets dead -l rows a b; targets ok -l rows c d e
      """)
    let run = try shell("targets run -l rows --decided \(options)")
    #expect((run.status, run.output) == (.code(1), output), "\(run.error)")
    #expect(
      run.error.hasSuffix("targets: run: stopped because of failures: \(summary)\n"),
      "\(run.error)")
  }

  /// Each row is counted once, and only if it passes the other filters.
  @Test func skippedRowsAreCountedByReason() throws {
    try shell(
      """
      printf 'a:1\\nb:1\\nc:1\\nd:1\\n' >src
      targets new ./l --source 'cat src' --on dead 'echo {}'
      targets recipe -l ./l --set delimiter :; targets recipe -l ./l --set revision-column 2
      targets refresh -l ./l; targets dead -l ./l a b; targets like -l ./l a
      printf 'a:1\\nb:2\\nc:1\\nd:1\\n' >src; targets refresh -l ./l
      """)
    func told(_ options: String) throws -> [String] {
      let run = try shell("targets run -l ./l \(options)")
      #expect(run.output == "echo a\n", "\(options)")
      return run.error.split(separator: "\n").map(String.init)
    }
    let age = "targets: run: 1 row, just read"
    let changed = "targets: run: skipped: 1 changed since they were decided"
    #expect(try told("--dead -n") == [age, changed])
    #expect(try told("--dead -n -- echo") == [age, changed])
    #expect(try told("--dead --liked -n -- echo") == [age])
    #expect(try told("--all -n") == [age, "targets: run: skipped: 3 without a command"])
  }

  // MARK: The recipes that come with the program

  /// Each in two places at the same time.
  @Test func theOtherShippedRecipesReadTheirRows() throws {
    try shell(
      """
      mkdir -p .ssh && printf 'Host web db-1 *.example # of\\n  User x\\n\\thost = "old"\\nHostName x\\n' >.ssh/config
      for place in a b; do
        mkdir -p $place && cd $place
        printf 'see https://example.org/%s, http://x.example/y.\\n' $place >page.md
        printf 'id,title,severity\\n1,Open port,low\\n2,Old TLS in %s,high\\n' $place >findings.csv
        echo x >old.txt; echo y >new.txt; touch -d '3 years ago' old.txt
        cd ..
      done
      """)
    for place in ["a", "b"] {
      let run = try shell(
        """
        for r in links old-files findings; do
          targets new ./$r --recipe $r && targets refresh -l ./$r 2>/dev/null || exit 1
          targets show -l ./$r
        done
        """, in: place)
      #expect((run.status, run.error) == (.code(0), ""))
      #expect(
        run.output
          == "http://x.example/y\nhttps://example.org/\(place)\nold.txt\nOld TLS in \(place)\nOpen port\n",
        "\(run.output)")
    }
    // A finding with a new severity is open again, and so is a changed file.
    let changed = try shell(
      """
      targets ok -l ./findings 'Open port'; sed -i 's/port,low/port,high/' findings.csv
      targets refresh -l ./findings
      targets dead -l ./old-files old.txt; echo z >old.txt; touch -d '2 years ago' old.txt
      targets refresh -l ./old-files; targets run -l ./old-files --dead; ls
      touch new.txt; targets confirm -l ./old-files old.txt; targets run -l ./old-files --dead; ls
      """, in: "a")
    #expect(
      changed.output == """
        findings.csv
        new.txt
        old.txt
        page.md
        findings.csv
        new.txt
        page.md

        """)
    let hosts = try shell(
      """
      targets new hosts --recipe hosts && targets refresh -l hosts &&
      targets show -l hosts
      targets new accounts --recipe accounts && targets refresh -l accounts; true
      """)
    #expect(hosts.output.hasPrefix("db-1\nold\nweb\n"), "\(hosts.error)")
  }

  /// The key of a host is stored under the name, the port or the alias that ssh uses.
  @Test func theKeysOfDeadHostsAreForgotten() throws {
    let run = try shell(
      """
      mkdir -m 700 .ssh && cd .ssh && ssh-keygen -q -t ed25519 -N '' -f key
      printf '%s\\n' 'Host web' 'HostName 192.0.2.1' 'Host=db' 'HostName 192.0.2.2' 'Port 2222' \
        'Host mail' 'HostKeyAlias post' 'Host stays' >config
      for name in 192.0.2.1 '[192.0.2.2]:2222' post stays; do echo "$name $(cut -d' ' -f1,2 key.pub)"; done >known_hosts
      cd ..; targets new hosts --recipe hosts && targets refresh -l hosts
      targets dead -l hosts web db mail && targets run -l hosts --dead
      cut -d' ' -f1 .ssh/known_hosts
      """)
    #expect(run.output.hasSuffix(".old\nstays\n"), "\(run.output)\(run.error)")
    let refreshed = "refresh: 4 new, 0 gone, 0 changed, 0 unchanged\n"
    #expect(run.error == refreshed + "targets: run: 3 rows, just read\n")
  }

  // MARK: Sections

  @Test func sectionsAreInTheOrderOfTheRecipe() throws {
    let made = try shell(
      """
      printf 'id,title,severity\\n1,a,low\\n2,b,odd\\n3,c,critical\\n4,d,high\\n5,e,\\n6,f,extra\\n' \
        >findings.csv
      targets new ./findings --recipe findings && targets refresh -l ./findings 2>/dev/null
      targets sections -l ./findings; targets show -l ./findings | tr -d '\\n'; echo
      targets show -l ./findings | tr -d '\\n'; echo
      targets run -l ./findings --all -- echo | tr -d '\\n'; echo
      targets report -l ./findings --format csv | cut -d, -f1 | tr '\\n' ' '; echo
      targets sections -l ./findings --section-order 'odd, low'
      targets sections -l ./findings --sections alphabet | head -n 1
      """)
    #expect(made.error == "targets: run: 6 rows, just read\n")
    #expect(
      made.output == """
        critical\t1
        high\t1
        low\t1
        extra\t1
        odd\t1
        -\t1
        cdafbe
        cdafbe
        cdafbe
        section critical high low extra odd '- 
        odd\t1
        low\t1
        critical\t1
        extra\t1
        high\t1
        -\t1
        A\t1

        """)
    let session = try program.open("-l", "./findings")
    session.wait {
      $0.row(0).hasPrefix("critical") && $0.row(1).hasPrefix("high") && $0.row(5).hasPrefix("-")
    }
    session.send(":jump low" + Key.enter)
    session.wait { $0.contains("low ▸   a") || $0.row(2).contains("▸") }
    session.send(Key.controlD)
    session.expectEnd(.code(0))
    let wrong = try shell("targets sections -l ./findings --sections alphabet --section-order a,b")
    #expect(wrong.error == "targets: sections: --section-order requires --sections column\n")
    #expect(wrong.status == .code(2))
  }

  @Test func commentsStayWithTheirLines() throws {
    let text =
      "# what it reads\n--source true\n\n# what is shown\n#   of a row\n--preview true\n# the end\n"
    try home.write(text, to: "own")
    try shell("targets new rows --recipe ./own")
    let kept = text.replacing("\n\n", with: "\n")
    #expect(try shell("targets recipe -l rows").output == kept)
    try shell("targets recipe -l rows --set preview echo; targets recipe -l rows --set read0")
    #expect(
      try shell("targets recipe -l rows").output
        == kept.replacing("--preview true\n", with: "--preview echo\n--read0\n"))
    try shell("targets recipe -l rows --unset source")
    #expect(try shell("targets recipe -l rows").output.hasPrefix("# what is shown\n#   of a row\n"))
    try home.write(String(repeating: "# line\n", count: 101), to: "long")
    let long = try shell("targets new long --recipe ./long")
    #expect(long.error.contains("a recipe can have at most 100 lines"))
  }
}
