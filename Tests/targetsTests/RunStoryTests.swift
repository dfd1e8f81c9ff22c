import Foundation
import Glibc
import TestSupport
import Testing

/// The laws of `run`, as random stories with several processes of the program, some of which are killed.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct RunStoryTests {
  /// Each row and revision gets at most one command, and only if the row was decided in that revision.
  ///
  /// Rows are decided and their revisions change while three runs work, one of which is killed.
  /// Revisions never repeat, and no row is decided twice in one revision, so the pair identifies
  /// the state of the row.
  @Test(arguments: 0..<3)
  func aCommandStartsOnceAndOnlyForDecidedRows(seed: Int) throws {
    let program = try Program()
    let script = """
      PATH=$(dirname "$1"):$PATH; seed=$2; export LC_ALL=C
      source() { for n in $(seq 10 29); do echo "row $n:$(( ($1 + n) / 3 ))"; done; }
      mirror() { source "$1" | targets import --mirror -l ./rows --delimiter : --revision-column 2 - >/dev/null; }
      # What is told of a row is written by one write.
      act() { targets run -l ./rows --dead -j 2 --allow-shell -- sh -c 'echo "$1:$2" >>ran' sh {} {revision}; }
      mirror 0
      for turn in $(seq 1 6); do
        dead=$(source "$((turn - 1))" | sed 's/:.*//' | awk -v t="$((turn + seed))" '(NR + t) % 3')
        echo "$dead" | targets dead -l ./rows -
        act 2>>errors & one=$!
        act 2>>errors & two=$!
        act 2>>errors & three=$!
        mirror "$turn" & four=$!
        if [ $((turn % 2)) = 0 ]; then kill -9 "$three" 2>/dev/null; fi
        wait "$one"; wait "$two"; wait "$three"; wait "$four"
      done
      act 2>>errors
      targets log -l ./rows --format ndjson >log
      exit 0
      """
    let run = try ProgramRun(
      "/bin/bash", ["-c", script, "bash", program.path, "\(seed)"],
      environment: program.environment, directory: program.environment.home.path)
    #expect((run.status, run.error.contains("rror:")) == (.code(0), false), "\(run.error)")
    func lines(_ file: String) -> [String] {
      let path = program.environment.home.path(file)
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      return text.split(separator: "\n").map(String.init)
    }
    let ran = lines("ran")
    #expect(ran.count > 20)
    #expect(Set(ran).count == ran.count, "\(ran.sorted())")
    // The decisions in the store, with their revisions.
    let store = try #require(realpath(program.store, nil).map { String(cString: $0) })
    let query = """
      import sqlite3, sys
      for row in sqlite3.connect(sys.argv[1]).execute(
          "SELECT DISTINCT substr(key, 2) || ':' || after_about FROM fact WHERE after_verdict = 'dead'"):
        print(row[0])
      """
    let decided = try ProgramRun(
      "/usr/bin/python3", ["-c", query, store], environment: program.environment)
    let states = Set(decided.output.split(separator: "\n").map(String.init))
    #expect(states.count > 20)
    for row in ran { #expect(states.contains(row), "\(row)") }
  }
}
