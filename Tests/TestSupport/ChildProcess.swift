import CVTerm
import Glibc

/// A program that was started in its own session; killed on release.
final class ChildProcess {
  /// The origin of one of the program's first three descriptors.
  enum Source {
    case path(String, Int32)
    case descriptor(Descriptor)
    /// A duplicate of a descriptor with a lower number.
    case same(as: Int32)
    case closed
  }

  let identifier: pid_t

  /// Becomes readable when the program ends.
  let ending: Descriptor

  private(set) var status: ExitStatus?

  /// Starts a program that inherits only what is given here.
  ///
  /// `terminal` is the path of its controlling terminal, if it has one. `sources` are standard
  /// input, output and error, opened in this order.
  init(
    _ executable: String, _ arguments: [String], environment: [String: String],
    directory: String?, terminal: String? = nil, sources: [Source]
  ) throws(HarnessError) {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    Self.resetSignals(&attributes)

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let terminal { posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0) }
    Self.open(sources, in: &actions)
    if let directory { posix_spawn_file_actions_addchdir_np(&actions, directory) }

    let words = ([executable] + arguments).map { strdup($0) } + [nil]
    let settings = environment.map { "\($0.key)=\($0.value)" }.sorted()
    let variables = settings.map { strdup($0) } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var identifier: pid_t = 0
    let failure = posix_spawn(&identifier, executable, &actions, &attributes, words, variables)
    guard failure == 0 else { throw .system("posix_spawn \(executable)", failure) }

    self.identifier = identifier
    ending = Descriptor(owning: cvterm_pidfd_open(identifier))
    guard ending.isOpen else { throw .system("pidfd_open", errno) }
  }

  deinit {
    guard status == nil else { return }
    kill(-identifier, SIGKILL)
    reap()
  }

  /// Reaps the program, which has ended or is about to.
  func reap() {
    var raw: Int32 = 0
    while status == nil {
      if waitpid(identifier, &raw, 0) == identifier {
        status = ExitStatus(waitStatus: raw)
        ending.close()
      } else if errno != EINTR {
        return
      }
    }
  }

  /// The test runner may block or ignore signals; a program started by a shell would have the defaults.
  private static func resetSignals(_ attributes: inout posix_spawnattr_t) {
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = Int32(cvterm_spawn_setsid) | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  private static func open(
    _ sources: [Source], in actions: inout posix_spawn_file_actions_t
  ) {
    for (number, source) in zip(Int32(0)..., sources) {
      switch source {
      case .path(let path, let flags):
        posix_spawn_file_actions_addopen(&actions, number, path, flags, 0o600)
      case .descriptor(let descriptor):
        posix_spawn_file_actions_adddup2(&actions, descriptor.number, number)
      case .same(let other):
        posix_spawn_file_actions_adddup2(&actions, other, number)
      case .closed:
        posix_spawn_file_actions_addclose(&actions, number)
      }
    }
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
  }
}
