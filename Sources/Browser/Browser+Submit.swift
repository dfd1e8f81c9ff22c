import Edits
import NameIndex
import SectionedData

// MARK: Enter

extension Browser.State {
  /// Does the main thing; false when the rows it needs are still being looked for.
  mutating func submit(_ text: String) -> Bool {
    if text.hasPrefix(":") { return submit(command: text) }
    if text != query {
      query = text
      selection = nil
      top = nil
    }
    overlay = nil
    guard listingIsCurrent, let listing else { return false }
    switch settings.purpose {
    case .picking:
      leave(selected.map { .picked($0.name) } ?? .pickedNothing)
    case .editing where selected != nil:
      crossOffSelected()
    case .editing:
      if !text.isEmpty { order(.remember(text)) }
      order(.print(Printout(of: listing, title: text, state: self)))
      if settings.isPlain { printed = listing }
      order(.consumeLine(text))
    }
    return true
  }

  private mutating func submit(command text: String) -> Bool {
    let command: ColonCommand
    do {
      command = try ColonCommand.parse(text)
    } catch {
      overlay = nil
      notice = .init(error.reason, isError: true)
      order(.consumeLine(text))
      return true
    }
    guard listingIsCurrent || !command.needsRows else { return false }
    overlay = nil
    order(.remember(text))
    order(.consumeLine(text))
    perform(command)
    return true
  }

  /// Marks the selected row dead and goes on to the next that is alive.
  private mutating func crossOffSelected() {
    guard let target = selected, let listing, let path = listing.path(of: target.name) else {
      return
    }
    let next = nextLiving(after: path, in: listing)
    if edit(.markDead, target) { selection = next ?? target.name }
  }

  private func nextLiving(after path: ItemPath, in listing: Listing) -> Name? {
    let marked = Set(edits.flatMap(\.operation.namesMarkedDead))
    var path = path
    while let next = listing.path(after: path) {
      if let target = listing.target(at: next), !target.isDead, !marked.contains(target.name) {
        return target.name
      }
      path = next
    }
    return nil
  }
}

extension Browser.PendingEdit.Operation {
  fileprivate var namesMarkedDead: [Name] {
    if case .edit(let edit) = self, edit.action == .markDead { return edit.names }
    return []
  }
}

extension ColonCommand {
  /// Whether it works on rows of the listing.
  var needsRows: Bool {
    switch self {
    case .edit(_, .name), .undo, .redo, .index, .show, .pages, .help, .quit: false
    case .edit, .jump, .save: true
    }
  }
}

extension Command {
  /// Whether it works on rows of the listing.
  var needsRows: Bool {
    switch self {
    case .undo, .redo, .toggleIndex, .cycleShow, .more, .help, .redraw, .abort: false
    default: true
    }
  }
}
