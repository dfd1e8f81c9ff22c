import TargetStore

/// Opens the store; the first edit creates its file.
func openStore(_ options: StoreOptions) throws -> TargetStore {
  try openStore(at: options.store)
}

func openStore(at path: String?) throws -> TargetStore {
  try TargetStore(path: storePath(path))
}

/// `path`, or the default path.
func storePath(_ path: String?) throws -> String {
  try path ?? TargetStore.defaultPath(environment: Environment.current)
}
