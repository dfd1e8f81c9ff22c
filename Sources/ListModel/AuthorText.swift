/// Who made an edit, as people read it.
package enum AuthorText {
  /// The name that somebody gave, with the role by which a server knew them where that is another one, as in
  /// `ann (role bob)`; empty if nothing is known.
  package static func of(_ name: String, role: String?) -> String {
    guard let role, !role.isEmpty, role != name else { return name }
    return name.isEmpty ? "(role \(role))" : "\(name) (role \(role))"
  }
}
