/// The statements that a server keeps compiled, by their texts.
struct CompiledStatements {
  enum Use {
    case asText
    case compiled(as: String)
    case toBeCompiled(as: String)
  }

  /// Whether they outlive the transaction; a pool of connections gives the next one another session.
  var stay = false

  private var uses: [String: Int] = [:]
  private var names: [String: String] = [:]
  private var newest: [String] = []

  private static let most = 256

  static let forgetting = "DEALLOCATE"

  /// Compiling takes longer than most statements run.
  private var usesBeforehand: Int { stay ? 1 : 3 }

  /// Decides how to send a statement.
  mutating func use(of sql: String) -> Use {
    if let name = names[sql] { return .compiled(as: name) }
    if sql.hasPrefix(Self.forgetting) { return .asText }
    uses[sql, default: 0] += 1
    guard uses[sql, default: 0] > usesBeforehand, names.count < Self.most else { return .asText }
    // A pool's session may know those of others.
    let name = "targets_\(UInt64.random(in: .min ... .max))"
    names[sql] = name
    newest.append(sql)
    return .toBeCompiled(as: name)
  }

  /// Notes that a transaction begins.
  mutating func begin() {
    newest = []
    if !stay { self = Self() }
  }

  /// Forgets those since the beginning of the transaction, which has failed.
  mutating func forgetNewest() {
    for sql in newest { names[sql] = nil }
    newest = []
  }

  /// Forgets all, as it is not known which of them the server has.
  mutating func forgetAll() {
    let stay = stay
    self = Self()
    self.stay = stay
  }

  /// Forgets those that do not outlive the transaction, and returns their names.
  mutating func takeThoseOfTransaction() -> [String] {
    if stay { return [] }
    defer { self = Self() }
    return Array(names.values)
  }
}
