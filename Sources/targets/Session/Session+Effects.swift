import Browser
import Edits
import FeedbackLoop
import Glibc
import NameIndex
import TargetStore
import Terminal
import TerminalText

// What the state asks for, and what comes of it.

extension Session {
  typealias Effect = Feedback<Browser.State, Browser.Event>

  /// Looks up the rows of the text that is typed; a newer text cancels the search for the older.
  var searching: Effect {
    Effect(request: \.searchToMake) { [searcher] request in
      await searcher.listing(for: request).map(Browser.Event.listed)
    }
  }

  /// Makes edits durable, one after the other, before they are shown.
  var storing: Effect {
    let keepsRows = configuration.settings.browsesKeptList
    let list = configuration.list
    return Effect(request: \.editToStore) { [store, indexer] edit in
      do {
        let result = try await edit.operation.carriedOut(by: store, in: list)
        if keepsRows, let result { await indexer.apply(result.changes) }
        return .editStored(number: edit.number, result)
      } catch {
        return .editFailed(number: edit.number, reason: "\(error)")
      }
    }
  }

  /// Carries out the orders that are new, before the next key is looked at.
  func obey(_ orders: [Browser.PendingOrder]) {
    for pending in orders where pending.number > lastOrder {
      lastOrder = pending.number
      carryOut(pending.order)
      loop.send(.orderDone(number: pending.number))
    }
  }

  private func carryOut(_ order: Browser.Order) {
    switch order {
    case .consumeLine(let text, let left): consume(text, leaving: left)
    case .clearLine: clearLine()
    case .setLine(let text): setLine(text)
    case .print(let printout): editor?.print(printout.lines)
    case .remember(let line): editor?.addToHistory(line)
    case .redraw: editor?.redraw()
    case .pages(.more): reading?.loadNextPage()
    case .pages(.retry): reading?.retry()
    case .pages(.reload): Task { await reload() }
    case .save(let listing, let path): Task { await save(listing, to: path) }
    case .leave(let outcome): end(.outcome(outcome))
    }
  }

  /// Takes a text that has been dealt with off the front of the line; what was typed behind it stays.
  private func consume(_ text: String, leaving left: String) {
    guard let editor, editor.line.hasPrefix(text) else { return }
    let rest = String(editor.line.dropFirst(text.count))
    editor.setLine(rest.isEmpty ? left : rest)
    if !configuration.settings.isPlain { loop.send(.lineEdited(editor.line)) }
    schedulePaint()
  }

  private func setLine(_ text: String) {
    editor?.setLine(text)
    schedulePaint()
  }

  func clearLine() {
    editor?.clearLine()
    lineEdited("")
    flushTyping()
  }

  private func reload() async {
    guard let reading, reading.canStartOver else {
      return loop.send(
        .noticed(.init("what came through a pipe cannot be read again", isError: true)))
    }
    do {
      loop.send(.flagsRead(try await flagsInStore()))
      reading.reload()
    } catch {
      loop.send(.noticed(.init("\(error)", isError: true)))
    }
  }

  private func save(_ listing: Listing, to path: String) async {
    do {
      let count = try await NameFile.write(listing, to: path)
      loop.send(.noticed(.init("\(count) names written to \(path)")))
    } catch {
      loop.send(.noticed(.init("\(error)", isError: true)))
    }
  }
}

extension Browser.PendingEdit.Operation {
  /// Has the store do it; `nil` when there was nothing to undo or redo.
  fileprivate func carriedOut(by store: TargetStore, in list: Name) async throws -> EditResult? {
    switch self {
    case .edit(let edit): try await store.apply(edit, to: list)
    case .undo: try await store.undo(in: list)
    case .redo: try await store.redo(in: list)
    }
  }
}
