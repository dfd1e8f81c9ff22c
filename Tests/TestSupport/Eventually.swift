/// Returns when `condition` holds, letting everything else run meanwhile.
///
/// Gives up only when the test is cancelled, so give the suite a time limit.
@MainActor
public func eventually(_ condition: @MainActor () -> Bool) async {
  while !condition(), !Task.isCancelled { await Task.yield() }
}
