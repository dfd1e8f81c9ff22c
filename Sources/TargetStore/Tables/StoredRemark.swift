import ListModel

/// A row of the table `remark`.
struct StoredRemark: Equatable {
  /// When, by whom and by which operation a row was decided; empty if it is open.
  struct Decision: Equatable {
    var time: Int64?
    var author: String?
    var operation: Int64?
  }

  var note: String?
  var until: Int64?

  /// The last decision.
  var decision = Decision()

  /// Whether a change of flags is a decision.
  static func isDecision(from before: Flags?, to after: Flags?) -> Bool {
    !(after ?? []).intersection(.decided).isSubset(of: before ?? [])
  }

  /// The flags that follow from it.
  func flags(at now: Int64) -> Flags {
    var flags: Flags = []
    if note != nil { flags.insert(.noted) }
    if let until, until > now { flags.insert(.snoozed) }
    return flags
  }
}

// MARK: In the journal

extension StoredRemark {
  /// What a change to another remark has to note, to be taken back and made again.
  ///
  /// A first decision needs nothing if it is that of the operation, and not one that came with the
  /// row from elsewhere (`isForeign`).
  func aspects(to new: StoredRemark, isForeign: Bool = false) -> [Journal.Aspect] {
    var aspects: [Journal.Aspect] = []
    if note != new.note {
      aspects.append(.init(what: "note", before: .init(note), after: .init(new.note)))
    }
    if until != new.until {
      aspects.append(.init(what: "until", before: .init(until), after: .init(new.until)))
    }
    guard decision != new.decision, decision != Decision() || isForeign else { return aspects }
    let told = isForeign ? new.decision : Decision()
    return aspects + [
      .init(what: "decided", before: .init(decision.time), after: .init(told.time)),
      .init(what: "author", before: .init(decision.author), after: .init(told.author)),
      .init(what: "operation", before: .init(decision.operation), after: .init(told.operation)),
    ]
  }

  /// Makes a change of an operation again, or takes it back.
  ///
  /// - Parameters:
  ///   - aspects: What the change has noted; that of other tables is left alone.
  ///   - own: The decision of the operation, if the change is one.
  ///   - redoes: Whether the change is made again.
  /// - Returns: False if something else has changed it since.
  mutating func apply(
    _ aspects: [Journal.Aspect], decision own: Decision?, redoes: Bool
  ) -> Bool {
    var (earlier, told) = (Decision(), Decision())
    for aspect in aspects {
      let (from, to) = redoes ? (aspect.before, aspect.after) : (aspect.after, aspect.before)
      switch aspect.what {
      case "note":
        guard note == from.text else { return false }
        note = to.text
      case "until":
        guard until == from.number else { return false }
        until = to.number
      case "decided": (earlier.time, told.time) = (aspect.before.number, aspect.after.number)
      case "author": (earlier.author, told.author) = (aspect.before.text, aspect.after.text)
      case "operation":
        (earlier.operation, told.operation) = (aspect.before.number, aspect.after.number)
      default: break
      }
    }
    guard let own = told.operation == nil ? own : told else { return true }
    let (from, to) = redoes ? (earlier, own) : (own, earlier)
    // A row without a decision can take any.
    guard decision == from || decision == Decision() else { return false }
    decision = to
    return true
  }
}

extension Remark {
  init(_ stored: StoredRemark) {
    self.init(
      // A text that another program has written is no reason not to show the row.
      note: stored.note.flatMap { try? Note($0) },
      until: stored.until.map { Moment(microseconds: $0) },
      decidedAt: stored.decision.time.map { Moment(microseconds: $0) },
      decidedBy: stored.decision.author)
  }
}
