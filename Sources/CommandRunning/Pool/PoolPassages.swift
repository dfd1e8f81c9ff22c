/// Where the outputs of all commands of a pool go.
struct PoolPassages {
  let outputDescriptor: Int32
  let output: OutputPassage
  let errors: OutputPassage

  /// Whether standard output is collected, because commands run side by side.
  let collects: Bool

  /// `/dev/null`.
  let noInput: Int32
}
