public import NameSearch

extension NameBatch {
  /// Makes a batch of names that are given as texts.
  ///
  /// - Throws: Why one of them is not a name.
  public init(_ texts: some Sequence<String>) throws {
    self.init(try texts.map { try Name($0) })
  }
}
