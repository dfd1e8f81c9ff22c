/// The way to the page behind another, as the program is given it and gives it back.
///
/// A bad one does not cost the page that it stands in: what it leads to is checked when it is followed.
struct PageCursor: Equatable {
  /// What the program keeps: an address, or the address of a page and what that said, with a space between.
  let text: String

  /// A reference in an answer from an address.
  init(_ reference: String, from here: WebAddress) {
    do {
      text = try here.resolving(reference).text
    } catch {
      text = "\(here.text) \(reference)"
    }
  }

  /// An address with a parameter set.
  init?(setting name: String, to value: String, in here: WebAddress) {
    guard let address = try? here.setting(name, to: value) else { return nil }
    text = address.text
  }

  /// Takes back what a program kept.
  init(_ text: String) {
    self.text = text
  }

  /// Where it leads to.
  ///
  /// - Throws: What the address is refused for.
  func address(from base: WebAddress) throws(HTTPError) -> WebAddress {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return try base.resolving(text) }
    return try base.resolving(String(parts[0])).resolving(String(parts[1]))
  }
}
