/// The statements that a server keeps compiled, by their SQL.
struct CompiledStatements {
  enum Use {
    case asText
    case compiled(as: String)
    case toBeCompiled(as: String)
  }

  /// Whether they outlive the transaction; behind a connection pool, the next transaction runs in
  /// another session.
  var stay = false

  private var uses: [String: Int] = [:]
  private var names: [String: String] = [:]
  private var newest: [String] = []

  private static let most = 256

  static let forgetting = "DEALLOCATE"

  /// How often a statement runs uncompiled first, since compiling takes longer than most runs.
  private var usesBeforehand: Int { stay ? 1 : 3 }

  /// Decides how to send a statement.
  mutating func use(of sql: String) -> Use {
    if let name = names[sql] { return .compiled(as: name) }
    if sql.hasPrefix(Self.forgetting) { return .asText }
    uses[sql, default: 0] += 1
    guard uses[sql, default: 0] > usesBeforehand, names.count < Self.most else { return .asText }
    // Behind a pool, other clients may have named statements in the same session.
    let name = "targets_\(UInt64.random(in: .min ... .max))"
    names[sql] = name
    newest.append(sql)
    return .toBeCompiled(as: name)
  }

  /// Call at the beginning of a transaction.
  mutating func begin() {
    newest = []
    if !stay { self = Self() }
  }

  /// Forgets the statements of the current transaction, which has failed.
  mutating func forgetNewest() {
    for sql in newest { names[sql] = nil }
    newest = []
  }

  /// Forgets all statements, if it is unknown which of them the server has.
  mutating func forgetAll() {
    let stay = stay
    self = Self()
    self.stay = stay
  }

  /// Forgets the statements that do not outlive the transaction, and returns their names.
  mutating func takeThoseOfTransaction() -> [String] {
    if stay { return [] }
    defer { self = Self() }
    return Array(names.values)
  }
}
