import CSignals
import Dispatch
import Glibc
import Threads

/// Reads a terminal's keys and holds back incomplete sequences.
@MainActor
final class KeyReader {
  enum Event {
    /// More keys may be complete.
    case keys
    /// The process was stopped because it read in the background.
    case inBackground
    case end
  }

  /// The wait after Esc for the rest of a sequence.
  private static let escapeDelay = Duration.milliseconds(40)

  /// After a pause this long, a paste counts as finished.
  private static let pasteDelay = Duration.seconds(1)

  private let device: TerminalDevice
  private var onEvent: (Event) -> Void = { _ in }
  private let source: any DispatchSourceRead
  private var input = KeyInput()
  private var timer: Task<Void, any Error>?

  /// Whether reading has stopped because too many keys were typed during a pause.
  private var isFull = false

  /// While true, typed keys are kept here and by the terminal.
  var isPaused = false {
    didSet { if !isPaused { readOn() } }
  }

  /// While true, nothing is read, because typed keys are for another program.
  var isLent = false {
    didSet {
      guard isLent != oldValue else { return }
      if isLent { source.suspend() } else { source.resume() }
    }
  }

  /// Called before and after keys are read: handles the signals of keys that have been typed, and returns
  /// whether one of them was a Ctrl-C.
  var takeSignals: () -> Bool = { false }

  /// Called for the next line end instead of reporting keys; keys typed before it are dropped.
  var onLineEnd: (() -> Void)?

  init(device: TerminalDevice) {
    self.device = device
    source = DispatchSource.makeReadSource(fileDescriptor: device.fileDescriptor, queue: .main)
  }

  func start(onEvent: @escaping (Event) -> Void) {
    self.onEvent = onEvent
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.read() } }
    source.activate()
  }

  func close() {
    timer?.cancel()
    // A suspended source must not be released.
    isLent = false
    readOn()
    source.cancel()
  }

  func removeAll() {
    timer?.cancel()
    input.removeAll()
  }

  /// Takes a complete key or paste; `.keys` is reported when a held-back one counts as complete.
  func next(takesEscape: Bool, isBound: ([UInt8]) -> Bool) -> KeyInput.Step {
    timer?.cancel()
    let step = input.next(takesEscape: takesEscape, isBound: isBound)
    if case .held(let hold) = step {
      timer = Task { [weak self] in
        try await RestingClock().sleep(for: hold == .paste ? Self.pasteDelay : Self.escapeDelay)
        // A key may have cancelled this since the sleep ended.
        guard !Task.isCancelled, let self else { return }
        input.expire()
        onEvent(.keys)
      }
    }
    return step
  }

  private func read() {
    guard !source.isCancelled else { return }
    csignals_prepare_thread()
    _ = takeSignals()
    guard !source.isCancelled, !isLent else { return }
    let found = device.read()
    // A Ctrl-C since then may be among these keys, which are dropped with it.
    if case .bytes = found, takeSignals() { return }
    guard !source.isCancelled else { return }
    switch found {
    case .bytes(let bytes):
      timer?.cancel()
      guard let rest = afterLineEnd(bytes) else { return }
      input.append(rest)
      onEvent(.keys)
      if isPaused, input.isFull, !isFull {
        isFull = true
        source.suspend()
      }
    case .nothing:
      break
    case .inBackground:
      csignals_stop(SIGTTIN)
      onEvent(.inBackground)
    case .end:
      // The descriptor stays readable, so the source would fire forever.
      close()
      onEvent(.end)
    }
  }

  /// The bytes after the awaited line end; `nil` if it has not arrived.
  private func afterLineEnd(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let onLineEnd else { return bytes }
    let ends: [UInt8] = [0x04, 0x0A, 0x0D]  // Ctrl-D as well
    guard let end = bytes.firstIndex(where: ends.contains) else { return nil }
    self.onLineEnd = nil
    onLineEnd()
    return bytes[(end + 1)...]
  }

  private func readOn() {
    guard isFull else { return }
    isFull = false
    source.resume()
  }
}
