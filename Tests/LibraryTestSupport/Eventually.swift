/// Returns when `condition` holds, letting everything else run meanwhile.
///
/// Gives up only when the test is cancelled, so give the suite a time limit.
@MainActor
public func eventually(_ condition: @MainActor () -> Bool) async {
  var turns = 0
  while !condition(), !Task.isCancelled {
    turns += 1
    // What takes longer is done elsewhere, by what needs the core.
    if turns < 100 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
  }
}
