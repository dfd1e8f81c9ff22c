/// The names of a list, or their folded texts, would take more than 4 GiB.
///
/// ```swift
/// do throws(ListTooLong) {
///   index = try index.addingIfTheyFit([batch])
/// } catch {
///   complaint = "\(error)"
/// }
/// ```
public struct ListTooLong: Error, Equatable, Sendable {
  /// Makes the error.
  public init() {}
}

extension ListTooLong: CustomStringConvertible {
  /// The error in one line for the user.
  public var description: String { "the names do not fit into one list: more than 4 GiB" }
}
