import Dispatch
import Glibc

/// Tells when something happens to the store's file, from whatever process, at no cost while nothing does.
///
/// The kernel watches the folder (inotify(7)): a file that does not exist yet, or is replaced, is noticed, too.
/// Where the folder does not exist, the nearest one above it is watched until it does. Best effort: where there
/// are no more watches to be had, nothing is told.
@MainActor
final class StoreWatcher {
  private let path: String
  private let onChange: @MainActor () -> Void
  private let descriptor: CInt
  private var source: (any DispatchSourceProtocol)?
  private var watch: (folder: String, number: CInt)?
  private var pause: Task<Void, Never>?

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
    // What happened to which file is not asked: one look at the store tells.
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(descriptor, &buffer, buffer.count) > 0 {}
    arm()
    guard pause == nil else { return }
    pause = Task { [weak self] in
      try? await Task.sleep(for: Self.delay)
      guard !Task.isCancelled else { return }
      self?.pause = nil
      self?.onChange()
    }
  }

  /// Watches the nearest folder there is; the one before is let go.
  private func arm() {
    let wanted = parent(of: path)
    var folder = wanted
    while access(folder, F_OK) != 0, folder != "/", folder != "." { folder = parent(of: folder) }
    var mask = IN_CREATE | IN_MOVED_TO | IN_ONLYDIR | IN_DELETE_SELF
    if folder == wanted { mask |= IN_MODIFY | IN_DELETE | IN_MOVED_FROM }
    let number = inotify_add_watch(descriptor, folder, UInt32(mask))
    if let watch, watch.number != number { inotify_rm_watch(descriptor, watch.number) }
    watch = number < 0 ? nil : (folder, number)
  }

  private func parent(of path: String) -> String {
    let trimmed = path.reversed().drop { $0 == "/" }
    let folder = trimmed.drop { $0 != "/" }.drop { $0 == "/" }
    if folder.isEmpty { return path.hasPrefix("/") ? "/" : "." }
    return String(folder.reversed())
  }
}
