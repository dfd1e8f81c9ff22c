/// Where the outputs of all commands of a pool go.
struct OutputSinks {
  let outputDescriptor: Int32
  let output: OutputSink
  let errors: OutputSink

  /// Whether standard output is collected, because commands run side by side.
  let collects: Bool
}
