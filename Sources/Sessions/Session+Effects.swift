import Printing
import Browser
import FeedbackLoop
import ListLoading
import ListModel
import NameSearch
import Pagination
import Threads
import Synchronization
import TargetStore
import TerminalText

/// The effects that the state requests, except those of the terminal.
@MainActor
struct SessionEffects {
  typealias Effect = Feedback<Browser.State, Browser.Event>

  let settings: BrowseSettings
  let store: TargetStore
  let loader: ListLoader
  let searchThread = OwnThread("targets.searcher")

  /// A thread for slow work without another thread; on the shared executor, such work would delay keys.
  let background = OwnThread("targets.background")

  let previews = RunningPreviews()
  let manyEdits = RunningManyEdit()

  /// All effects, in the order in which they read a new state.
  var all: [Effect] {
    [
      searching, seeking, storing, cancelling, reading, retrying, searchingSource, following,
      followingAgain,
      saving,
      writingSnapshot, readingRemarks, readingNotes, countingProgress, watchingSnoozes,
      watchingDays, watchingArrivals, openingReview, reporting, previewing, holdingRow,
      findingList,
    ]
  }

  /// A new text cancels the search for the previous one.
  ///
  /// While a text is typed, at most one search starts per `--throttle` milliseconds.
  var searching: Effect {
    let last = Mutex<Listing?>(nil)
    return .throttled(
      for: settings.throttle, clock: RestingClock(), request: \.searchToMake,
      isUrgent: \.isSearchUrgent
    ) { [searchThread] request in
      let listing = await searchThread.run {
        let found = Listing(
          request, previous: last.withLock { $0 }, isCancelled: { Task.isCancelled })
        if let found { last.withLock { $0 = found } }
        return found
      }
      return listing.map { .list(.listed($0)) }
    }
  }

  /// Tells the loader of each query, so that it lists what matches first while names wait to be sorted.
  var seeking: Effect {
    Effect(request: \.queryToSeek) { [loader] query in
      if !Task.isCancelled { loader.seek(query) }
      return nil
    }
  }

  /// Stores edits before they are shown; edits that arrive meanwhile are stored together.
  var storing: Effect {
    let keepsRows = settings.browser.browsesKeptList
    let list = settings.list
    return Effect(request: \.editsToStore) { [store, loader, manyEdits] edits in
      if case .many(let decision, let many) = edits[0].operation {
        let (number, identity) = (edits[0].number, edits[0].identity)
        do {
          let (summary, mark) = try await manyEdits.run(number) {
            try await store.carryOut(decision, on: many, in: list, of: identity)
          }
          return .storing(.manyStored(number: number, summary, mark: mark))
        } catch {
          return .storing(.editsAnswered([.failed(number: number, reason: "\(error)")]))
        }
      }
      let answers = await store.answers(to: edits, in: list)
      for case .stored(_, let result?, let mark?, _) in answers
      where keepsRows && result.manyCount == nil {
        loader.apply(result.changes, at: mark, isOfStep: edits[0].edit == nil)
      }
      return .storing(.editsAnswered(answers))
    }
  }

  /// Cancels an edit of very many rows; the store answers whether that was in time.
  var cancelling: Effect {
    Effect(request: \.storing.editToCancel) { [manyEdits] number in
      manyEdits.cancel(number)
      return nil
    }
  }

  /// Reads pages; the flags of a page reach the state before its names are sorted.
  var reading: Effect {
    let (isPaged, isOrderedByList) = (settings.browser.isPaged, settings.orderedRows != nil)
    return .pages(
      request: \.pageToLoad,
      read: { [loader, orderEmptyList] request in
        func read() async throws -> Page<RowBatch, AnyPageCursor> {
          try await loader.page(at: request.cursor.place, searchingFor: request.cursor.text)
        }
        // Asked before reading, as changes of others can be followed meanwhile.
        let isNew = isOrderedByList && request.cursor.place == nil && loader.isOfNewList
        var page = try await read()
        if isNew, !page.contents.isEmpty {
          // The list was made after its order was determined.
          try await orderEmptyList()
          page = try await read()
        }
        return page.map { (rows: $0, isLast: page.next == nil) }.mapCursor { next in
          Browser.PageCursor(searchingFor: request.cursor.text, at: next)
        }
      },
      process: { [loader] page, request, send in
        await send(.intake(.pageRead(page.rows)))
        await loader.add(
          page.rows.names, of: request.generation, isLast: page.isLast, waitsUntilListed: isPaged)
      },
      answer: { answer in
        switch answer {
        case .success(let next): .intake(.pages(.pageLoaded(next: next)))
        case .failure(let failure): .intake(.pages(.pageFailed(failure)))
        }
      })
  }

  /// Waits before an automatic retry of a failed page.
  private var retrying: Effect {
    .retries(
      by: settings.browser.retryPolicy ?? RetryPolicy(limit: 0), clock: RestingClock(),
      retry: \.pageToRetry, event: .intake(.pages(.backOffElapsed)))
  }

  /// Sends the typed text to a source that searches, after a pause in typing.
  private var searchingSource: Effect {
    .debounced(
      for: settings.browser.isPlain ? .zero : .milliseconds(300), clock: RestingClock(),
      request: \.textToLookFor, event: { .intake(.textSettled($0)) })
  }

  /// Orders a list that has no rows yet as it wants to be ordered now.
  ///
  /// What others have filled it with determines its order. Call it after their changes were read, so that the
  /// order cannot be older than these.
  private var orderEmptyList: @Sendable () async throws -> Void {
    { [orderedRows = settings.orderedRows, loader] in
      guard let orderedRows, loader.isEmpty else { return }
      do {
        let (source, order) = try await orderedRows()
        loader.begin(with: source, in: order)
      } catch let error as StoreError {
        throw error
      } catch {
        // The order that was asked for is not one of these rows: they are ordered by name.
      }
    }
  }

  /// Reads the changes of the store after its file was changed.
  var following: Effect {
    let (list, keepsRows) = (settings.list, settings.browser.browsesKeptList)
    return Effect(request: \.changesToRead) { [store, loader, orderEmptyList] request in
      do {
        let limit = max(request.index.count / 8, 10_000)
        let found = try await store.changesAndAuthors(
          of: list, since: request.mark, limit: limit, settling: request.open,
          remarksOn: request.told, readsRows: request.hasTicks)
        guard let (news, others) = found else {
          let all = try await store.flags(in: list, beside: request.flags)
          try await orderEmptyList()
          let others = try await store.news(
            ofOthersIn: list, from: request.mark, upTo: all.mark, settling: request.open,
            readsRows: request.hasTicks)
          return .following(
            .storeRead(
              request, .all(all.flags, decisions: all.decisions, at: all.mark), of: others))
        }
        // Must come before changing the names, because a failure could not undo that.
        if !news.changes.isEmpty { try await orderEmptyList() }
        if keepsRows, !news.changes.isEmpty, !loader.follow(news) {
          // An edit of this session came first, so read everything since the version of the request again.
          return .following(.storeRead(request, .changes([], upTo: request.mark)))
        }
        return .following(
          .storeRead(
            request,
            .changes(
              news.changes, decisions: news.decisions, remarks: news.remarks, upTo: news.mark),
            of: others))
      } catch {
        return .following(
          .storeUnread(
            request, reason: (error as? StoreError)?.descriptionOfReading ?? "\(error)"))
      }
    }
  }

  /// Reads the store again, one second after a failure.
  private var followingAgain: Effect {
    .debounced(
      for: .seconds(1), clock: RestingClock(), request: \.failedChangeRequest,
      event: { _ in .following(.storeTouched) })
  }

  /// Selects the first row of a picker when it has been visible for a moment.
  ///
  /// So Enter does not take another row that arrives before it at the last moment.
  private var holdingRow: Effect {
    .debounced(
      for: .milliseconds(200), clock: RestingClock(), request: \.rowToHold,
      event: { .picking(.rowSeen($0)) })
  }

  /// Searches for the list that replaces this one.
  private var findingList: Effect {
    Effect(request: \.listToFind) { [refusal = settings.refusalOfList] list in
      .session(.listFound(list, refusal: await refusal(list.text)))
    }
  }

  /// Writes listings to files, one at a time.
  var saving: Effect {
    Effect(request: \.listingToSave) { [background] save in
      do {
        let count = try await background.run { try NameFile.write(save.listing, to: save.path) }
        return .storing(
          .saved(
            number: save.number,
            .init("\(count.grouped) \(count.noun("row")) written to \(save.path)")))
      } catch {
        return .storing(.saved(number: save.number, .init("\(error)", isError: true)))
      }
    }
  }
}

extension SessionEffects {
  /// Writes the list's snapshot once nothing has changed for a while.
  private var writingSnapshot: Effect {
    Effect(request: \.snapshotToWrite) { [loader, background] request in
      try? await RestingClock().sleep(for: .seconds(1))
      // Names that are still being sorted will cause another request.
      guard !Task.isCancelled, let (index, mark) = await loader.settled,
        index.version == request.index.version
      else { return nil }
      // Names and flags belong to different versions, so the next session continues from the earlier one.
      let earlier = mark.precedes(request.mark) ? mark : request.mark
      // If this fails, the next session reads the whole list.
      await background.run { try? ListSnapshot.write(request, mark: earlier) }
      return .following(.snapshotEnded(request))
    }
  }
}
