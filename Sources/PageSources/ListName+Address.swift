package import ListModel
import NameSearch

extension ListName {
  /// The list of an address `SCHEME:…`; `nil` for anything else.
  ///
  /// A user and a password are omitted, and so is the parameter by which the server is asked for a query.
  /// Of the other parameters only a checksum is kept: they may be secret, and make another list.
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
