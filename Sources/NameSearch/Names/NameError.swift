/// Why a text is not a name.
///
/// ```swift
/// do throws(NameError) {
///   _ = try Name("  ")
/// } catch {
///   error == NameError.empty
/// }
/// ```
public enum NameError: Error, Equatable, Sendable {
  /// Only white space, or nothing at all.
  case empty

  /// It has more than ``Name/maximumBytes`` bytes.
  case tooLong(bytes: Int)

  /// The ID of a row has more than ``Name/maximumIDBytes`` bytes.
  case longID(bytes: Int)

  /// Its bytes are not well-formed UTF-8.
  case invalidUTF8

  /// It contains U+0000.
  case containsNUL
}

extension NameError: CustomStringConvertible {
  /// The error in one line for the user.
  public var description: String {
    switch self {
    case .empty:
      "the name is empty"
    case .tooLong(let bytes):
      "the name is too long: \(bytes) bytes, at most \(Name.maximumBytes) are allowed"
    case .longID(let bytes):
      "the ID is too long: \(bytes) bytes, at most \(Name.maximumIDBytes) are allowed"
    case .invalidUTF8:
      "the name is not valid UTF-8"
    case .containsNUL:
      "the name contains a NUL character"
    }
  }
}
