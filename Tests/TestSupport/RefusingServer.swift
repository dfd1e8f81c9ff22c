/// The reason why a server refuses the statements of a role.
public enum Refusal: String, CaseIterable, Sendable {
  /// insufficient_privilege
  case rights = "42501"

  /// lock_not_available
  case lock = "55P03"

  /// query_canceled
  case time = "57014"

  /// The words of the user's message.
  public var words: String {
    switch self {
    case .rights: "nothing was changed"
    case .lock: "locked by another program; nothing was changed; try again"
    case .time: "statement timeout; try again"
    }
  }

  /// The settings of the role that cause the refusal soon, without affecting other statements.
  public var settings: [String] {
    [
      "lock_timeout = \(self == .lock ? 100 : 0)",
      "statement_timeout = \(self == .time ? 2_000 : 0)",
    ]
  }
}

/// How a server is reached.
public enum Way: CaseIterable, Sendable {
  case direct, pool
}

/// A server that refuses the statements of a role, reached directly or through a pool that has
/// three sessions in total.
public final class RefusingServer {
  /// The server that all tests share.
  private static let shared = Result {
    let cluster = try PostgresCluster()
    try cluster.query("CREATE ROLE writer LOGIN", in: "postgres")
    try cluster.startPool(user: "writer")
    return cluster
  }

  /// The server itself.
  public let cluster: PostgresCluster

  /// The name of its database.
  public let database: String
  private var held: HeldTransaction?

  /// Creates a database, which has no tables yet.
  public init() throws {
    cluster = try Self.shared.get()
    database = try cluster.makeDatabase()
  }

  /// Lets the role read and write the tables.
  public func grant() throws {
    try cluster.query(
      """
      GRANT USAGE ON SCHEMA targets_store TO writer;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA targets_store TO writer
      """, in: database)
  }

  /// The address for its owner, who is never refused anything.
  public var ownersAddress: String { cluster.address(of: database) }

  /// The address for the role.
  public func address(_ way: Way) -> String {
    way == .pool
      ? cluster.pooledAddress(of: database) : cluster.address(of: database, user: "writer")
  }

  /// Applies from the next connection on.
  public func set(_ settings: [String]) throws {
    for setting in settings {
      try cluster.query("ALTER ROLE writer IN DATABASE \(database) SET \(setting)", in: "postgres")
    }
  }

  /// Refuses changes of the lists from now on.
  public func refuse(_ refusal: Refusal) throws {
    switch refusal {
    case .rights: try cluster.query("REVOKE UPDATE ON targets_store.list FROM writer", in: database)
    case .lock, .time:
      held = try HeldTransaction(
        "SELECT id FROM targets_store.list FOR UPDATE", in: database, of: cluster)
    }
  }

  /// Refuses nothing from now on.
  public func permit() throws {
    try cluster.query("GRANT UPDATE ON targets_store.list TO writer", in: database)
    try held?.end()
    held = nil
  }

  /// Raises an error in the next `times` edits that read a row, and in a tenth of other statements.
  public func raise(_ code: String, times: Int) throws {
    try cluster.query(
      """
      CREATE SEQUENCE IF NOT EXISTS public.raised;
      SELECT setval('public.raised', 1, false);
      CREATE OR REPLACE FUNCTION public.raise() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER AS $$
        DECLARE
          collides boolean;
        BEGIN
          IF current_setting('transaction_read_only') = 'on' THEN
            collides := random() < 0.1;
          ELSE
            collides := nextval('public.raised') <= \(times);
          END IF;
          IF collides THEN
            RAISE EXCEPTION USING ERRCODE = '\(code)', MESSAGE = 'collision';
          END IF;
          RETURN true;
        END $$;
      ALTER TABLE targets_store.list ENABLE ROW LEVEL SECURITY;
      DROP POLICY IF EXISTS raising ON targets_store.list;
      CREATE POLICY raising ON targets_store.list USING (public.raise()) WITH CHECK (true)
      """, in: database)
  }

  /// Whether the role has a session that is carrying out a statement, or waits for a lock in it.
  public func isBusy(waitingForLock: Bool = false) throws -> Bool {
    try cluster.query(
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = '\(database)' AND state = 'active' AND usename = 'writer'
        AND (wait_event_type = 'Lock' OR \(!waitingForLock))
      """, in: "postgres") != "0"
  }

  /// The number of sessions with an unfinished transaction.
  public func openTransactions() throws -> String {
    try cluster.query(
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = '\(database)' AND state LIKE 'idle in transaction%' AND usename = 'writer'
      """, in: "postgres")
  }
}
