/// Returns when `condition` holds, letting other tasks run meanwhile.
///
/// It ends otherwise only when the test is cancelled, so give the suite a time limit.
@MainActor
public func eventually(_ condition: @MainActor () -> Bool) async {
  var turns = 0
  while !condition(), !Task.isCancelled {
    turns += 1
    // Work that takes longer runs elsewhere and needs the processor.
    if turns < 100 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
  }
}
