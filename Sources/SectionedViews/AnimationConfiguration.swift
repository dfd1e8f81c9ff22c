/// How a view animates each kind of change; the view interprets the styles.
public struct AnimationConfiguration: Hashable, Sendable {
  /// A style of animation.
  public struct Style: RawRepresentable, Hashable, Sendable {
    /// The name of the style.
    public let rawValue: String

    /// Makes a style.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The view's default.
    public static let automatic = Style(rawValue: "automatic")

    /// No animation.
    public static let none = Style(rawValue: "none")

    /// Fading in or out.
    public static let fade = Style(rawValue: "fade")
  }

  /// For insertions.
  public var insert: Style

  /// For deletions.
  public var delete: Style

  /// For changes of a value.
  public var update: Style

  /// For moves.
  public var move: Style

  /// Makes a configuration.
  public init(
    insert: Style = .automatic, delete: Style = .automatic, update: Style = .automatic,
    move: Style = .automatic
  ) {
    self.insert = insert
    self.delete = delete
    self.update = update
    self.move = move
  }
}
