public import NameSearch

extension NameBatch {
  /// Makes a batch of names from texts.
  ///
  /// - Throws: Why one of them is not a name.
  public init(_ texts: some Sequence<String>) throws {
    self.init(try texts.map { try Name($0) })
  }
}

extension NameIndex {
  /// Makes an index of names from texts.
  ///
  /// - Throws: Why one of them is not a name.
  public init(_ texts: some Sequence<String>, order: NameOrder = NameOrder()) throws {
    self = NameIndex(order: order).adding(try NameBatch(texts))
  }

  /// The texts of all names, in order.
  public var texts: [String] { (0..<count).map { name(at: NameRow($0)).text } }
}
