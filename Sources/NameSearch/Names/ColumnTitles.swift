/// The titles of the columns of rows, or their numbers in an input without titles.
package struct ColumnTitles: Hashable, Sendable {
  package var name: String?

  /// The columns that make up the ID.
  package var id: [String] = []
  package var section: String?
  package var revision: String?

  /// A detail that is not divided into columns.
  package var detail: String?

  /// The columns in the details; empty if unknown.
  package var details: [String] = []

  package init(
    name: String? = nil, id: [String] = [], section: String? = nil, revision: String? = nil,
    detail: String? = nil, details: [String] = []
  ) {
    (self.name, self.id, self.section, self.revision) = (name, id, section, revision)
    (self.detail, self.details) = (detail, details)
  }

  /// All titles, each once.
  package var all: [String] {
    var seen: Set<String> = []
    let titles = [name] + id + [section, revision, detail] + details
    return titles.compactMap { $0 }.filter { seen.insert($0).inserted }
  }

  /// The column with a title; columns with a role come before those of the details.
  package func column(called title: String) -> OrderColumn? {
    if title == name { return .name }
    if let part = id.firstIndex(of: title) { return id.count == 1 ? .id : .idPart(part) }
    if title == section { return .section }
    if title == revision { return .revision }
    if title == detail { return .detail(0) }
    return details.firstIndex(of: title).map { .detail($0) }
  }

  /// These titles, with those of `other` where one is missing; titles of details are not combined.
  package func otherwise(_ other: ColumnTitles) -> ColumnTitles {
    ColumnTitles(
      name: name ?? other.name, id: id.isEmpty ? other.id : id, section: section ?? other.section,
      revision: revision ?? other.revision, detail: detail ?? other.detail,
      details: details.isEmpty ? other.details : details)
  }

  /// The titles without those that an input uses for its own columns.
  package func without(_ titles: [String]) -> ColumnTitles {
    func rest(_ title: String?) -> String? { title.flatMap { titles.contains($0) ? nil : $0 } }
    return ColumnTitles(
      name: rest(name), id: id.contains(where: titles.contains) ? [] : id, section: rest(section),
      revision: rest(revision), detail: rest(detail), details: details)
  }

  /// The titles for columns without one, which are those of the export formats.
  package static let words = ColumnTitles(
    id: ["id"], section: "section", revision: "revision", detail: "detail")
}
