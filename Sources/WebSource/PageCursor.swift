/// The cursor to the next page; it is only checked when it is followed, so that this page is not lost.
struct PageCursor: Equatable {
  /// An address; if a reference cannot be resolved, the page's address, a space and the reference.
  let text: String

  /// Resolves a reference in an answer against an address.
  init(_ reference: String, from here: WebAddress) {
    do {
      text = try here.resolving(reference).text
    } catch {
      text = "\(here.text) \(reference)"
    }
  }

  init?(setting name: String, to value: String, in here: WebAddress) {
    guard let address = try? here.setting(name, to: value) else { return nil }
    text = address.text
  }

  init(_ text: String) {
    self.text = text
  }

  /// Resolves the cursor; throws an error of ``WebAddress``.
  func address(from base: WebAddress) throws(HTTPError) -> WebAddress {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return try base.resolving(text) }
    return try base.resolving(String(parts[0])).resolving(String(parts[1]))
  }
}
