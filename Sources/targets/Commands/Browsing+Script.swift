import Browser
import FeedbackLoop
import Glibc
import ListLoading
import NameSearch
import Printing
import Sessions

extension Browsing {
  /// Carries out the lines of a file, without a terminal.
  ///
  /// - Throws: ``ExitStatus/nothing`` if any line has failed.
  func carryOut(scriptAt path: String) async throws {
    // A picker prints only the picked rows, so its messages go to standard error.
    let script = await Script(
      try ScriptLines(path: path), answersTo: picking == nil ? STDOUT_FILENO : STDERR_FILENO)
    let outcome = try await sessions(of: script)
    let hasFailed = await script.hasFailed
    do {
      try await end(with: outcome)
    } catch let status as ExitStatus where hasFailed && [.done, .abandoned].contains(status) {
      throw ExitStatus.nothing
    }
    if hasFailed { throw ExitStatus.nothing }
  }

  /// Runs sessions until one ends without opening another list.
  @MainActor
  private func sessions(of script: Script) async throws -> Browser.Outcome {
    let store = try self.store()
    var list = try listName()
    var query = options.query
    while true {
      let (source, settings) = try await rows(of: list, in: store, query: query)
      let session = try await ScriptSession(
        settings, store: store, source: source, script: script)
      let outcome = try await source.whileOpen { try await session.run() }
      if session.loop.state.missesSnapshot {
        RefreshSnapshotCommand.start(of: list, in: store, settings.order)
      }
      guard case .opened(let other) = outcome else { return outcome }
      (list, query) = (try options.store.listName(other.text, option: ":switch"), "")
    }
  }
}
