#if canImport(Observation)
  public import Observation

  /// An observable wrapper around a loop, for SwiftUI and other clients of Observation.
  ///
  /// ```swift
  /// let counter = ObservableLoop(loop)
  /// counter.send(1)
  /// counter.state == 4
  /// ```
  ///
  /// Read a part of the state as a member of the loop. A view that reads `search.text` in its body is
  /// updated when an event changes the text, and not when it changes something else:
  ///
  /// ```swift
  /// let search = ObservableLoop(loop)
  /// search.text == ""
  /// ```
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor
  @dynamicMemberLookup
  public final class ObservableLoop<State: Sendable, Event: Sendable>: Observable {
    /// A part of the state that was read and has not changed since.
    private struct Part {
      /// Whether the part has the same value in another state.
      let isSame: (State) -> Bool

      let willSet: (ObservableLoop) -> Void
      let didSet: (ObservableLoop) -> Void
    }

    private let loop: Loop<State, Event>
    private let areSame: (State, State) -> Bool
    private let registrar = ObservationRegistrar()
    private var shown: State
    private var parts: [PartialKeyPath<State>: Part] = [:]
    private var observation: LoopObservation<State>?

    /// Makes a loop observable for as long as the wrapper exists.
    ///
    /// Because the states cannot be compared, every event counts as a change of ``state``.
    public convenience init(_ loop: Loop<State, Event>) {
      self.init(loop) { _, _ in false }
    }

    /// Makes a loop observable for as long as the wrapper exists.
    ///
    /// An event after which the state is equal changes nothing.
    public convenience init(_ loop: Loop<State, Event>) where State: Equatable {
      self.init(loop, areSame: ==)
    }

    private init(_ loop: Loop<State, Event>, areSame: @escaping (State, State) -> Bool) {
      self.loop = loop
      self.areSame = areSame
      shown = loop.state
      observation = loop.observe { [weak self] state in self?.show(state) }
    }

    /// The state after the last applied event.
    ///
    /// Reading it in a view's body tracks every change of the state; read a part where you can.
    /// Observers are notified before it changes.
    public var state: State {
      registrar.access(self, keyPath: \.state)
      return shown
    }

    /// A part of the state; reading it tracks changes of this part only.
    ///
    /// - Complexity: A part that was read is compared after every event until it changes.
    public subscript<Value: Equatable>(dynamicMember part: KeyPath<State, Value>) -> Value {
      let whole: KeyPath<ObservableLoop, State> = \.state
      let path = whole.appending(path: part)
      registrar.access(self, keyPath: path)
      let value = shown[keyPath: part]
      if parts[part] == nil {
        parts[part] = Part(
          isSame: { $0[keyPath: part] == value },
          willSet: { $0.registrar.willSet($0, keyPath: path) },
          didSet: { $0.registrar.didSet($0, keyPath: path) })
      }
      return value
    }

    /// Applies an event, see ``Loop/send(_:)``.
    public func send(_ event: Event) {
      loop.send(event)
    }

    /// A part of the state that a control shows, and whose edits it sends as events.
    public func binding<Value: Equatable>(
      _ part: KeyPath<State, Value>, send event: @escaping (Value) -> Event
    ) -> LoopBinding<Value> {
      LoopBinding(get: { self[dynamicMember: part] }, set: { self.send(event($0)) })
    }

    private func show(_ state: State) {
      let changed = parts.filter { !$0.value.isSame(state) }
      for part in changed.keys { parts[part] = nil }
      let isSame = areSame(shown, state)
      if !isSame { registrar.willSet(self, keyPath: \.state) }
      for part in changed.values { part.willSet(self) }
      shown = state
      for part in changed.values { part.didSet(self) }
      if !isSame { registrar.didSet(self, keyPath: \.state) }
    }
  }

  /// A value of an ``ObservableLoop`` that can be read and set, such as the text of a field.
  ///
  /// ```swift
  /// let text: LoopBinding<String> = search.binding(\.text, send: { .textEdited($0) })
  /// text.value = "ada"
  /// ```
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor
  public struct LoopBinding<Value> {
    let get: () -> Value
    let set: (Value) -> Void

    /// The current value; setting it sends an event, which need not accept the new value.
    public var value: Value {
      get { get() }
      nonmutating set { set(newValue) }
    }
  }
#endif
