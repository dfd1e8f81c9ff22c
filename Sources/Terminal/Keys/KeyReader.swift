import CSignals
import Dispatch
import Glibc

/// Reads a terminal's keys, and holds back the start of a sequence until its rest has come.
@MainActor
final class KeyReader {
  /// What reading came to.
  enum Event {
    /// More keys may be complete.
    case keys
    /// The process was stopped because it read in the background.
    case inBackground
    /// The terminal is gone.
    case end
  }

  /// How long to wait after an Esc for the rest of a sequence.
  private static let escapeDelay = Duration.milliseconds(40)

  /// How long a paste may pause before it counts as finished.
  private static let pasteDelay = Duration.seconds(1)

  private let device: TerminalDevice
  private var onEvent: (Event) -> Void = { _ in }
  private let source: any DispatchSourceRead
  private var input = KeyInput()
  private var timer: Task<Void, Never>?

  /// True if reading has stopped because more than enough keys wait for the end of a pause.
  private var isFull = false

  /// True while nobody takes keys; what is typed meanwhile is kept, here and by the terminal.
  var isPaused = false {
    didSet { if !isPaused { readOn() } }
  }

  /// Makes a reader; `start(onEvent:)` has it read.
  init(device: TerminalDevice) {
    self.device = device
    source = DispatchSource.makeReadSource(fileDescriptor: device.fileDescriptor, queue: .main)
  }

  /// Starts reading.
  ///
  /// - Parameter onEvent: Called on the main actor.
  func start(onEvent: @escaping (Event) -> Void) {
    self.onEvent = onEvent
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.read() } }
    source.activate()
  }

  /// Stops reading for good.
  func close() {
    timer?.cancel()
    readOn()
    source.cancel()
  }

  /// Forgets the keys that were not taken.
  func removeAll() {
    timer?.cancel()
    input.removeAll()
  }

  /// Takes the next complete key or paste; if one is held back, `.keys` follows when it counts as
  /// complete.
  func next(takesEscape: Bool, isBound: ([UInt8]) -> Bool) -> KeyInput.Step {
    timer?.cancel()
    let step = input.next(takesEscape: takesEscape, isBound: isBound)
    if case .held(let hold) = step {
      timer = Task {
        try? await Task.sleep(for: hold == .paste ? Self.pasteDelay : Self.escapeDelay)
        guard !Task.isCancelled else { return }
        input.expire()
        onEvent(.keys)
      }
    }
    return step
  }

  private func read() {
    guard !source.isCancelled else { return }
    csignals_prepare_thread()
    switch device.read() {
    case .bytes(let bytes):
      timer?.cancel()
      input.append(bytes)
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
      // The descriptor stays readable for good: the source would fire for ever.
      close()
      onEvent(.end)
    }
  }

  private func readOn() {
    guard isFull else { return }
    isFull = false
    source.resume()
  }
}
