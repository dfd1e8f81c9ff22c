extension Browser {
  /// A message for the user.
  package struct Notice: Sendable {
    /// The text, which may still contain control characters.
    package var text: String

    package var isError: Bool

    /// The part that answers an undo or redo of this session, which news of others must not replace.
    var own: String?

    /// The text without the hint at its end, for a line with little room.
    var brief: String

    package init(_ text: String, hint: String? = nil, isError: Bool = false) {
      self.text = [text, hint].compactMap { $0 }.joined(separator: "; ")
      self.isError = isError
      brief = text
    }

    static let nothingChanged = Notice("nothing was changed")
  }
}

extension Browser.Notice: Equatable {
  /// Notices with the same text are equal, wherever their hints begin.
  package static func == (left: Self, right: Self) -> Bool {
    (left.text, left.isError) == (right.text, right.isError)
  }
}
