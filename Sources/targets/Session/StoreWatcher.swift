import Dispatch
import Glibc
import TargetStore

/// Tells when something happens to the store's file, from whatever process, at no cost while nothing does.
///
/// The kernel watches the file (inotify(7)). Where there is none, it watches the nearest folder above until there
/// is: what goes on beside the file is no reason to wake up. SQLite's journal need not be watched: who reads
/// while the file is being written waits for the end of the transaction. Best effort: where there are no more
/// watches to be had, nothing is told.
@MainActor
final class StoreWatcher {
  private let path: String
  private let onChange: @MainActor () -> Void
  private let descriptor: CInt
  private var source: (any DispatchSourceProtocol)?
  private var watch: CInt?
  private var exists = false
  private var pause: MainTimer?

  /// What happens within this time is told of once: an edit writes its journal and the file many times.
  private static let delay = Duration.milliseconds(100)

  /// Watches from now on.
  ///
  /// - Parameters:
  ///   - path: The file, which need not exist.
  ///   - onChange: Called soon after each burst of changes, those of this process among them.
  init(path: String, onChange: @escaping @MainActor () -> Void) {
    self.path = path.hasPrefix("/") ? path : "./" + path
    self.onChange = onChange
    descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
    guard descriptor >= 0 else { return }
    arm()
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.takeEvents() } }
    let descriptor = descriptor
    source.setCancelHandler { close(descriptor) }
    source.activate()
    self.source = source
  }

  /// Watches no more.
  func stop() {
    pause?.cancel()
    source?.cancel()
    source = nil
  }

  private func takeEvents() {
    // What happened in particular is not asked: one look at the store tells.
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(descriptor, &buffer, buffer.count) > 0 {}
    let existed = exists
    arm()
    guard exists || existed, pause == nil else { return }
    pause = MainTimer(after: Self.delay) { [weak self] in
      self?.pause = nil
      self?.onChange()
    }
  }

  /// Watches the file, else the nearest folder there is; what was watched before is let go.
  private func arm() {
    let ofFile = IN_MODIFY | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
    var number = inotify_add_watch(descriptor, path, UInt32(ofFile))
    exists = number >= 0
    var folder = path
    while number < 0, errno == ENOENT, folder != "/", folder != "." {
      folder = TargetStore.folder(of: folder)
      let ofFolder = IN_CREATE | IN_MOVED_TO | IN_ONLYDIR | IN_DELETE_SELF | IN_MOVE_SELF
      number = inotify_add_watch(descriptor, folder, UInt32(ofFolder))
    }
    if let watch, watch != number { inotify_rm_watch(descriptor, watch) }
    watch = number < 0 ? nil : number
    // Made between the two looks: the folder has not told of it.
    if !exists, number >= 0, access(path, F_OK) == 0 { arm() }
  }
}
