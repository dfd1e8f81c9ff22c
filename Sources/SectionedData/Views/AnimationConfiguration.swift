/// How a view shows each kind of change; what the names mean is the view's own affair.
public struct AnimationConfiguration: Hashable, Sendable {
  /// A way of coming, going or changing.
  public struct Style: RawRepresentable, Hashable, Sendable {
    /// What the view knows it by.
    public let rawValue: String

    /// Names a style.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// As the view thinks best.
    public static let automatic = Style(rawValue: "automatic")

    /// At once, without any motion.
    public static let none = Style(rawValue: "none")

    /// By growing visible, or ceasing to be.
    public static let fade = Style(rawValue: "fade")
  }

  /// For what comes.
  public var insert: Style

  /// For what goes.
  public var delete: Style

  /// For what changes its value.
  public var update: Style

  /// For what changes its place.
  public var move: Style

  /// Makes a configuration; what is not given is automatic.
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
