import ListModel

/// Views for reports, created with the tables: they show text and timestamps to users of other
/// programs.
extension ServerSchema {
  /// The views, by the names that they have in the schema.
  var views: [(name: String, sql: String)] {
    [("report_row", rows), ("report_log", log), ("report_outcome", outcomes)]
  }

  var statementsOfViews: [String] {
    views.map { "CREATE OR REPLACE VIEW \(sql).\($0.name) AS\n\($0.sql)" }
  }

  /// The columns for list and row at the beginning of each view, from `list AS l` and the key of a
  /// row.
  private func beginning(name: String, key: String) -> String {
    """
    SELECT \(Self.text("l.place")) AS place, \(Self.text("coalesce(l.original, l.name)")) AS list,
      \(Self.text("coalesce(\(name), CASE WHEN \(key) >= '=' THEN substring(\(key) FROM 2) END)")) AS name,
      substring(\(Self.text(key)) FROM '^#[^#]*#(.*)$') AS id
    """
  }

  /// A row with its decision and marks; dropped rows are included.
  private var rows: String {
    """
    \(beginning(name: "r.original, r.name", key: "r.key")),
      \(Self.text("r.section")) AS section, \(Self.text("r.revision")) AS revision,
      \(RowSQL.counts) AS counts, \(Self.word("r.verdict")) AS verdict,
      CASE WHEN r.verdict = 'dead' OR r.verdict LIKE '%:dead' THEN 'dead'
        WHEN r.verdict IS NOT NULL THEN 'ok' END AS class,
      \(Self.time("CASE WHEN r.verdict IS NOT NULL THEN coalesce(r.told_at, e.at) END")) AS decided_at,
      \(Self.text("CASE WHEN r.verdict IS NOT NULL THEN coalesce(r.told_by, e.author) END")) AS author,
      CASE WHEN r.verdict IS NOT NULL THEN e.role END AS role,
      \(Self.text("r.about")) AS decided_revision, \(Self.text("r.note")) AS note,
      \(Self.time("r.until")) AS snoozed_until, coalesce(r.liked, 0) > 0 AS liked, r.gone > 0 AS dropped
    FROM \(sql).list AS l JOIN \(sql).row AS r ON r.list = l.id
      LEFT JOIN \(sql).event AS e ON e.list = r.list AND e.number = r.decided
    WHERE r.since > 0
    """
  }

  /// An entry of the log: one row of an event, or an event that is shown as one entry.
  private var log: String {
    """
    \(beginning(name: "f.name", key: "f.key")),
      e.number, \(Self.time("e.at")) AS at, \(Self.text("e.author")) AS author, e.role,
      CASE WHEN e.undoes IS NOT NULL THEN CASE WHEN EXISTS (SELECT 1 FROM \(sql).event AS n
            WHERE n.list = e.list AND n.number = e.undoes AND n.undoes IS NOT NULL)
          THEN 'redone' ELSE 'undone' END
        WHEN f.key IS NULL THEN \(Self.text("e.kind"))
        WHEN f.status IS NOT NULL THEN CASE WHEN f.status = 0 THEN 'succeeded' ELSE 'failed' END
        WHEN f.after_decided IS DISTINCT FROM f.before_decided AND f.after_verdict IS NOT NULL
          THEN 'decided'
        WHEN f.presence = 0 THEN 'dropped'
        \(Self.marks(areGained: true))
        WHEN f.presence = 1 THEN 'added'
        WHEN f.before_verdict IS NOT NULL AND f.after_verdict IS NULL THEN 'reopened'
        \(Self.marks(areGained: false))
        WHEN f.after_until IS DISTINCT FROM f.before_until
          THEN CASE WHEN f.after_until IS NULL THEN 'woken' ELSE 'snoozed' END
        WHEN f.after_note IS DISTINCT FROM f.before_note THEN 'noted'
        ELSE 'updated' END AS what,
      \(Self.word("f.after_verdict")) AS verdict, \(Self.text("f.after_about")) AS revision,
      \(Self.text("f.after_note")) AS note, \(Self.time("f.after_until")) AS snoozed_until,
      e.undoes, e.new AS new_rows, e.gone AS gone_rows, e.changed AS changed_rows
    FROM \(sql).list AS l JOIN \(sql).event AS e ON e.list = l.id
      LEFT JOIN \(sql).fact AS f ON f.list = e.list AND f.number = e.number
    """
  }

  /// The conditions that a row has a mark on one side of an event but not on the other, with the words of the entries.
  private static func marks(areGained: Bool) -> String {
    let (without, with) = areGained ? ("before", "after") : ("after", "before")
    return LogEntry.Kind.marks.compactMap { mark in
      Said.column(of: mark.flag).map {
        "WHEN coalesce(f.\(with)_\($0), 0) > 0 AND coalesce(f.\(without)_\($0), 0) = 0 "
          + "THEN '\((areGained ? mark.gained : mark.lost).rawValue)'"
      }
    }.joined(separator: "\n        ")
  }

  /// How a command ended for a row, or a claim of a run that is about to start it.
  private var outcomes: String {
    """
    \(beginning(name: "r.original, r.name", key: "o.key")),
      \(Self.text("o.command")) AS command,
      CASE WHEN o.status IS NULL THEN 'claimed' WHEN o.status = 0 THEN 'succeeded'
        ELSE 'failed' END AS state,
      o.status, \(Self.text("o.message")) AS message, \(Self.time("o.at")) AS at,
      \(Self.text("o.author")) AS author, \(Self.text("nullif(o.revision, '')")) AS revision,
      r.key IS NOT NULL AND \(RowSQL.isOfRow("o")) AS present
    FROM \(sql).list AS l JOIN \(sql).outcome AS o ON o.list = l.id
      LEFT JOIN \(sql).row AS r ON r.list = o.list AND r.key = o.key
    """
  }

  private static func text(_ bytes: String) -> String { "convert_from(\(bytes), 'UTF8')" }

  /// The word of a verdict as it is stored.
  private static func word(_ verdict: String) -> String { "split_part(\(text(verdict)), ':', 1)" }

  private static func time(_ microseconds: String) -> String {
    "to_timestamp(\(microseconds) / 1000000.0)"
  }
}
