import CCurl

/// The wait that a server asks for (RFC 9110, 10.2.3).
enum RetryAfter {
  /// Reads the field: seconds, or a date.
  ///
  /// - Parameters:
  ///   - value: The field's value.
  ///   - now: Seconds since 1970.
  /// - Returns: The wait in seconds, or `nil` if the field says nothing of use.
  static func wait(_ value: String, now: Int) -> Double? {
    let text = value.trimmed
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return Double(text)
    }
    // A number with a sign is no wait, but libcurl may take it for a date.
    guard text.contains(where: \.isLetter) else { return nil }
    let date = curl_getdate(text, nil)
    let wait = date - now
    return date < 0 || wait < 0 ? nil : Double(wait)
  }
}
