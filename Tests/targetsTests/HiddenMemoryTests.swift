import TestSupport
import Testing

/// A process that knows a token leaves no core dump, and no other process of its user can read its memory.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct HiddenMemoryTests {
  /// Prints the owner of the files about the running program, which is root if its memory is hidden.
  ///
  /// Root itself would own them in any case, so the program runs as another user then.
  private static let script = """
    program=$1 user=$(id -u)
    if [ "$user" = 0 ]; then
      user=65534
      set -- setpriv --reuid=$user --clear-groups "$program"
      setpriv --reuid=$user --clear-groups test -x "$program" || { echo unreachable; exit; }
    fi
    mkfifo input
    "$@" -f '' --unsorted <input >output &
    exec 3>input
    echo a >&3
    until [ -s output ]; do kill -0 $! 2>/dev/null || { echo ended; exit; }; sleep 0.01; done
    owner=$(stat -c %u /proc/$!/environ)
    exec 3>&-
    wait
    if [ "$owner" = "$user" ]; then echo visible; else echo "hidden $owner"; fi
    """

  @Test(arguments: [(nil, "visible"), ("secret", "hidden 0")])
  func theMemoryIsHiddenIfThereIsAToken(token: String?, expected: String) throws {
    let program = try Program(["TARGETS_HTTP_TOKEN": token])
    let run = try ProgramRun(
      "/bin/sh", ["-c", Self.script, "sh", program.path],
      environment: program.environment, directory: program.environment.home.path)
    #expect(run.status == .code(0), "\(run.error)")
    // A folder above the program may be closed to other users.
    if run.output == "unreachable\n" { return }
    #expect(run.output == expected + "\n")
  }
}
