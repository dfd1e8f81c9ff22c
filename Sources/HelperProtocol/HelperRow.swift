import JSON

package struct HelperRow: Equatable, Sendable {
  /// Any text; the program decides whether it is a valid name.
  package var name: String

  /// The source's ID of the row, if it is not the name.
  package var id: String?
  package var isDead: Bool
  package var isLiked: Bool
  package var detail: String?

  /// The state of the row, such as a commit or an ETag.
  package var revision: String?

  package init(
    name: String, id: String? = nil, isDead: Bool = false, isLiked: Bool = false,
    detail: String? = nil, revision: String? = nil
  ) {
    self.name = name
    self.id = id
    self.isDead = isDead
    self.isLiked = isLiked
    self.detail = detail
    self.revision = revision
  }
}

extension HelperRow {
  /// Reads an object, or a string that is the name; `id` may also be a whole number of any size.
  ///
  /// A member of the wrong type counts as missing, and a row of the wrong type has an empty name,
  /// so that an invalid row does not invalidate its page.
  init(_ row: JSONValue) {
    let id = row["id"]
    self.init(
      name: row.text ?? row["name"]?.text ?? "", id: id?.text ?? id?.number?.whole,
      isDead: row["dead"]?.flag ?? false, isLiked: row["liked"]?.flag ?? false,
      detail: row["detail"]?.text, revision: row["revision"]?.text)
  }

  /// The row as JSON; members are sorted by their names.
  var text: String {
    var object = JSONObject()
    if isDead { object.add("dead", true) }
    object.add("detail", detail)
    object.add("id", id)
    if isLiked { object.add("liked", true) }
    object.add("name", name)
    object.add("revision", revision)
    return object.text
  }
}
