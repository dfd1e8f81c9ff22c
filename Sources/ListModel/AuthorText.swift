/// The author of an edit, in the form that people read.
package enum AuthorText {
  /// The name of the author, with the role on a server if it differs, as in `ann (role bob)`; empty
  /// if unknown.
  package static func of(_ name: String, role: String?) -> String {
    guard let role, !role.isEmpty, role != name else { return name }
    return name.isEmpty ? "(role \(role))" : "\(name) (role \(role))"
  }
}
