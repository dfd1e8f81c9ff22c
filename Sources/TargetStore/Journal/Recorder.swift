import ListModel
import NameSearch

extension Journal {
  /// Records one step; nothing is written before the first change.
  struct Recorder {
    /// When the step was made.
    let time = Moment.now.microseconds

    /// The person who makes it, once there is a change.
    private(set) var author = ""

    /// The step as it will be committed, once there is a change.
    private(set) var step: Step?

    /// The number of the step.
    var number: Int64? { step?.mark.version }

    let journal: Journal
    private let note: Note?

    /// Whether the step can be undone.
    var isStep: Bool
    private let inserting: any Statement
    private let insertingAspect: any Statement

    /// How many changes are noted one by one.
    var position: Int64 = 0
    private var added: Int64 = 0

    /// How many changes are noted one by one before added rows are only counted.
    ///
    /// Following or undoing those that are not noted reads the whole list.
    static let mostNoted: Int64 = 1 << 16

    init(_ journal: Journal, note: Note? = nil, isStep: Bool = true) throws {
      self.isStep = isStep
      self.journal = journal
      self.note = note
      inserting = try journal.db.statement(
        """
        INSERT INTO change (list, operation, position, name, original, id, before, after)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """)
      insertingAspect = try journal.db.statement(
        """
        INSERT INTO aspect (list, operation, position, what, before, after)
        VALUES (?, ?, ?, ?, ?, ?)
        """)
    }

    /// The number of the step, which begins with this call at the latest.
    mutating func begin() throws -> Int64 {
      if let number { return number }
      author = journal.run.author()
      let step = try journal.begin(at: time, by: author, note: note, isStep: isStep)
      self.step = step
      return step.mark.version
    }

    /// The step's number if rows that it adds from now on are only counted.
    var numberOfRange: Int64? { position < Self.mostNoted ? nil : number }

    mutating func countAdded() { added += 1 }

    mutating func record(_ change: EditResult.Change) throws {
      let number = try begin()
      try inserting.bind(journal.list, at: 1).bind(number, at: 2).bind(position, at: 3)
        .bind(change.name.text, at: 4)
      try inserting.bindOriginal(of: change.name, at: 5)
      try inserting.bindIdentity(of: change.name, at: 6)
      try inserting.bind(change.before?.intersection(.stored), at: 7)
      try inserting.bind(change.after?.intersection(.stored), at: 8)
      try inserting.run()
      position += 1
    }

    /// Records what the last change has changed beside the flags.
    func record(_ aspects: [Aspect]) throws {
      for aspect in aspects {
        try insertingAspect.bind(journal.list, at: 1).bind(number, at: 2).bind(position - 1, at: 3)
          .bind(aspect.what, at: 4).bind(aspect.before, at: 5).bind(aspect.after, at: 6).run()
      }
    }

    /// Must be called after the last change.
    func finish() throws {
      guard added > 0, let number else { return }
      let noting = try journal.db.statement(
        "UPDATE operation SET added = ? WHERE list = ? AND number = ?")
      try noting.bind(added, at: 1).bind(journal.list, at: 2).bind(number, at: 3).run()
    }
  }

  /// What a change has changed beside the flags.
  struct Aspect: Equatable {
    /// A column of `entry` or `remark`.
    var what: String
    var before: StoredValue
    var after: StoredValue

    /// Of a row that is dropped, so that it is counted again when it comes back.
    static func range(before: Int64) -> Aspect {
      Aspect(what: "added", before: .number(before), after: .null)
    }

    static func name(before: String) -> Aspect {
      Aspect(what: "name", before: .text(before), after: .null)
    }
  }
}
