package import ListModel
import NameSearch

extension ListName {
  /// The list of an address `SCHEME:…`; `nil` for anything else.
  ///
  /// The user, the password, and the parameter for a query are omitted. Other parameters
  /// distinguish lists but may be secret, so only their checksum is used.
  package init?(address: String, without parameter: String? = nil) {
    let scheme = address.prefix { $0 != ":" }
    let isScheme =
      scheme.first.map { $0.isASCII && $0.isLetter } == true
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    guard isScheme, scheme.endIndex < address.endIndex else { return nil }
    var rest = address[scheme.endIndex...].prefix { $0 != "#" }
    let query = rest.firstIndex(of: "?").map { rest[rest.index(after: $0)...] } ?? ""
    rest = rest.prefix { $0 != "?" }
    if rest.hasPrefix("://") {
      let authority = rest.dropFirst(3).prefix { $0 != "/" }
      if let end = authority.lastIndex(of: "@") {
        rest = "://" + authority[authority.index(after: end)...] + rest[authority.endIndex...]
      }
    }
    let parameters = query.split(separator: "&").filter { part in
      parameter.map { part.prefix { $0 != "=" } != $0 } ?? true
    }
    let name =
      parameters.isEmpty
      ? Self.ofAddress : HelperPages.digest(of: parameters.joined(separator: "&"))
    guard let name = try? Name(name) else { return nil }
    self.init(name, in: scheme.lowercased() + rest)
  }
}
