public import Observation

/// A loop for what follows the Observation framework, SwiftUI's views for example.
///
/// ```swift
/// let counter = ObservableLoop(loop)
/// counter.send(1)
/// ```
@MainActor
public final class ObservableLoop<State: Sendable, Event: Sendable>: Observable {
  private let loop: Loop<State, Event>
  private let registrar = ObservationRegistrar()
  private var shown: State
  private var observation: LoopObservation<State>?

  /// Makes the loop observable, which it stays for as long as this is there.
  public init(_ loop: Loop<State, Event>) {
    self.loop = loop
    shown = loop.state
    observation = loop.observe { [weak self] state in self?.show(state) }
  }

  /// The state after the last applied event; whoever tracks it is told before it changes.
  public var state: State {
    registrar.access(self, keyPath: \.state)
    return shown
  }

  /// Applies an event, see ``Loop/send(_:)``.
  public func send(_ event: Event) {
    loop.send(event)
  }

  private func show(_ state: State) {
    registrar.withMutation(of: self, keyPath: \.state) { shown = state }
  }
}
