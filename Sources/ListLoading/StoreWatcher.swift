import Dispatch
import Files
import Glibc
import Threads

/// Reports changes of the store's file by any process, without polling.
///
/// It uses inotify(7) on the file, or on the nearest existing folder above until there is a file.
/// SQLite's journal is not watched, since a reader waits for the end of a transaction. If the
/// kernel has no watches left, nothing is reported.
@MainActor
package final class StoreWatcher {
  private let path: String
  private let onChange: @MainActor () -> Void
  private let descriptor: CInt
  private var source: (any DispatchSourceProtocol)?
  private var watch: CInt?
  private var exists = false
  private var pause: Task<Void, any Error>?

  /// The time within which changes are reported together, since an edit writes several times.
  private static let delay = Duration.milliseconds(20)

  /// `onChange` is called shortly after a burst of changes, including those of this process.
  package init(path: String, onChange: @escaping @MainActor () -> Void) {
    self.path = path.hasPrefix("/") ? path : "./" + path
    self.onChange = onChange
    descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
    guard descriptor >= 0 else { return }
    arm()
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.readEvents() } }
    let descriptor = descriptor
    source.setCancelHandler { close(descriptor) }
    source.activate()
    self.source = source
  }

  package func stop() {
    pause?.cancel()
    source?.cancel()
    source = nil
  }

  private func readEvents() {
    // The content of the events does not matter, since the store is read anyway.
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(descriptor, &buffer, buffer.count) > 0 {}
    let existed = exists
    arm()
    guard exists || existed, pause == nil else { return }
    pause = Task { [weak self] in
      try await RestingClock().sleep(for: Self.delay)
      self?.pause = nil
      self?.onChange()
    }
  }

  /// Watches the file, or the nearest existing folder above, and removes the previous watch.
  private func arm() {
    let ofFile = IN_MODIFY | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
    var number = inotify_add_watch(descriptor, path, UInt32(ofFile))
    exists = number >= 0
    var folder = path
    while number < 0, errno == ENOENT, folder != "/", folder != "." {
      folder = Files.folder(of: folder)
      let ofFolder = IN_CREATE | IN_MOVED_TO | IN_ONLYDIR | IN_DELETE_SELF | IN_MOVE_SELF
      number = inotify_add_watch(descriptor, folder, UInt32(ofFolder))
    }
    if let watch, watch != number { inotify_rm_watch(descriptor, watch) }
    watch = number < 0 ? nil : number
    // The file was created just before the folder was watched, so the watch did not report it.
    if !exists, number >= 0, access(path, F_OK) == 0 { arm() }
  }
}
