// Effects that may fail.

extension Feedback {
  /// Makes a feedback whose effect sends its result, or the event that `failure` makes of its error.
  ///
  /// ```swift
  /// Feedback(
  ///   request: { (search: Search) in search.query },
  ///   effect: { [server] in .found(try await server.names(matching: $0)) },
  ///   catch: { .failed("\($0)") })
  /// ```
  ///
  /// An effect that was cancelled sends nothing, whatever it throws.
  public init<Request: Equatable & Sendable>(
    request: @escaping (State) -> Request?,
    effect: @escaping @Sendable @concurrent (Request) async throws -> Event?,
    catch failure: @escaping @Sendable (any Error) -> Event?
  ) {
    self.init(request: request) { request in
      do { return try await effect(request) } catch { return failure(error) }
    }
  }

  /// Makes a feedback for a set of requests, each with an effect that sends its result, or the
  /// event that `failure` makes of its error.
  ///
  /// The effects start and end as in ``init(requests:effect:)``.
  public init<Request: Hashable & Sendable>(
    requests: @escaping (State) -> Set<Request>,
    effect: @escaping @Sendable @concurrent (Request) async throws -> Event?,
    catch failure: @escaping @Sendable (Request, any Error) -> Event?
  ) {
    self.init(requests: requests) { request in
      do { return try await effect(request) } catch { return failure(request, error) }
    }
  }
}
