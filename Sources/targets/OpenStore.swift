import TargetStore

/// The store that the options and the environment name; nothing is created before something is kept.
func openStore(_ options: StoreOptions) throws -> TargetStore {
  try openStore(at: options.store)
}

/// The store at a path, else at its usual place.
func openStore(at path: String?) throws -> TargetStore {
  try TargetStore(path: path ?? TargetStore.defaultPath(environment: Environment.current))
}
