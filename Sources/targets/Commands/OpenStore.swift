import TargetStore

/// The store that the options and the environment name; nothing is created before something is kept.
func openStore(_ options: StoreOptions) throws -> TargetStore {
  try openStore(at: options.store)
}

/// The store at a path, else at its usual place.
func openStore(at path: String?) throws -> TargetStore {
  try TargetStore(path: storePath(path))
}

/// The path that is given, else the usual place.
func storePath(_ path: String?) throws -> String {
  try path ?? TargetStore.defaultPath(environment: Environment.current)
}
