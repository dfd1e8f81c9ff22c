import Printing
import Browser
import ListModel
import FeedbackLoop
import NameSearch
import Threads
import TargetStore
import TerminalText

// Reads facts about rows other than their names and flags.

extension SessionEffects {
  /// After a failure, notes are not shown until the list changes.
  var readingRemarks: Effect {
    Effect(request: \.remarksToRead) { [store, settings] request in
      let found = try? await store.remarks(on: request.names, in: settings.list)
      return .facts(.remarksRead(request, found ?? [:]))
    }
  }

  var readingNotes: Effect {
    Effect(request: \.notesToRead) { [store, settings] request in
      guard let remarks = try? await store.remarks(in: settings.list) else { return nil }
      return .facts(.notesRead(request, NoteTexts(remarks, of: request.index)))
    }
  }

  var countingProgress: Effect {
    Effect(request: \.progressToCount) { [store, settings] request in
      // The number is already known, so verify it only once after several changes.
      if request.canWait { try? await RestingClock().sleep(for: .seconds(3)) }
      if Task.isCancelled { return nil }
      let counted = try? await store.countDecided(in: settings.list, since: Moment.now.startOfDay)
      return counted.map { .facts(.progressCounted(request, $0.count, at: $0.mark)) }
    }
  }

  /// Waits for the end of each snooze in turn.
  var watchingSnoozes: Effect {
    Effect(request: \.snoozesToWatch) { [store, settings] _, send in
      var start = Moment.now
      while let end = try? await store.nextWaking(in: settings.list, after: start) {
        guard await Self.isOver(end) else { return }
        let now = Moment.now
        let names = try? await store.names(
          in: settings.list, whoseSnoozesEndAfter: start, upTo: now)
        await send(.facts(.snoozesEnded(names ?? [])))
        start = now
      }
    }
  }

  /// Waits as long as it takes to notice that another row is selected.
  var watchingArrivals: Effect {
    Effect(request: \.arrivalToSee) { arrival, send in
      try? await RestingClock().sleep(for: .milliseconds(500))
      if !Task.isCancelled { await send(.review(.arrivalSeen(arrival))) }
    }
  }

  var watchingDays: Effect {
    Effect(request: \.dayToWatch) { _, send in
      while await Self.isOver(Moment.now.startOfNextDay) { await send(.facts(.dayEnded)) }
    }
  }

  /// Waits until a moment; false if the task was cancelled first.
  ///
  /// The computer may be suspended meanwhile, so this checks the clock from time to time.
  private nonisolated static func isOver(_ moment: Moment) async -> Bool {
    while Moment.now < moment {
      let left = (moment.microseconds - Moment.now.microseconds) / 1_000 + 1
      try? await RestingClock().sleep(for: .milliseconds(min(max(left, 1), 600_000)))
      if Task.isCancelled { return false }
    }
    return true
  }

  /// Review begins after the row that was decided last, by anyone.
  var openingReview: Effect {
    Effect(request: { $0.opensReview ? ReviewOpening() : nil }) { [store, settings] _ in
      .review(.reviewOpened(after: try? await store.nameDecidedLast(in: settings.list)))
    }
  }

  private struct ReviewOpening: Equatable, Sendable {}

  var reporting: Effect {
    Effect(request: \.reportToMake) { [store, settings] request in
      let glyphs = settings.browser.glyphs
      do {
        switch request.report {
        case .stats:
          let stats = try await store.stats(of: settings.list, days: 14)
          let list = request.rows == nil ? nil : settings.list
          return .cover(
            .reported(
              request, StatsText(stats.counting(request.rows), days: list, glyphs: glyphs).lines))
        case .log:
          let entries = try await store.log(of: settings.list, LogRequest(limit: 200))
          return .cover(.reported(request, LogText(entries, glyphs: glyphs).lines))
        case .dropped:
          let found = try await store.droppedRows(in: settings.list, limit: 10_000)
          return .cover(
            .reported(
              request, Self.lines(ofDropped: found.rows, count: found.count, glyphs)))
        }
      } catch {
        return .cover(.reported(request, [LogText.line("\(error)", glyphs)]))
      }
    }
  }
}

extension SessionEffects {
  private nonisolated static func lines(
    ofDropped rows: [Name], count: Int, _ glyphs: Glyphs
  ) -> [StyledText] {
    if rows.isEmpty { return [LogText.line("no rows are dropped", glyphs)] }
    let more = count - rows.count
    let title = "\(count.grouped) dropped \(count.noun("row")); :add NAME brings one back"
    return [LogText.line(title, glyphs)]
      + rows.map { LogText.line("  " + $0.originalWithID, glyphs) }
      + (more > 0 ? [LogText.line("  and \(more.grouped) more", glyphs)] : [])
  }
}

extension ListStats {
  /// The statistics with the counts of the browsed rows, because the list only has the rows that
  /// were edited.
  fileprivate func counting(_ rows: RowCounts?) -> ListStats {
    guard let rows else { return self }
    var stats = self
    stats.rows = rows
    (stats.oldestOpen, stats.oldestAdded) = (nil, nil)
    return stats
  }
}
