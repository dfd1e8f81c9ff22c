import CCurl

/// Parses `Retry-After` (RFC 9110, 10.2.3).
enum RetryAfter {
  /// The wait in seconds; `nil` if invalid, or before `now` (seconds since 1970).
  static func wait(_ value: String, now: Int) -> Double? {
    let text = value.trimmed
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return Double(text)
    }
    // libcurl may parse a number with a sign as a date.
    guard text.contains(where: \.isLetter) else { return nil }
    let date = ccurl_getdate(text)
    let wait = date - now
    return date < 0 || wait < 0 ? nil : Double(wait)
  }
}
