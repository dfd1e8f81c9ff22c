/// Something that is tried with any bytes, and what must hold whatever they are.
protocol FuzzTarget: SendableMetatype {
  /// Makes a target. With `isControl` a fault is planted, which must be found.
  init(isControl: Bool) throws

  /// Tries an input.
  ///
  /// - Throws: ``Fault``, or another error, for what must never happen.
  func run(_ input: [UInt8]) throws
}

/// Something that must never happen, in one line.
struct Fault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  /// - Throws: ``Fault`` unless `condition` holds.
  @inline(__always)
  static func unless(_ condition: Bool, _ what: @autoclosure () -> String) throws(Fault) {
    if !condition { throw Fault(what()) }
  }
}

/// All targets by their names, which are those of the folders in `Corpus`.
enum FuzzTargets {
  static var all: KeyValuePairs<String, any FuzzTarget.Type> {
    [
      "names": NamesTarget.self,
      "queries": QueriesTarget.self,
      "lines": LinesTarget.self,
      "long-lines": LongLinesTarget.self,
      "csv": CSVTarget.self,
      "options": OptionsTarget.self,
      "answers": AnswersTarget.self,
      "links": LinksTarget.self,
      "json": JSONTarget.self,
      "previews": PreviewsTarget.self,
      "display": DisplayTarget.self,
      "screen": ScreenTarget.self,
      "keys": KeysTarget.self,
      "shell": ShellTarget.self,
      "templates": TemplatesTarget.self,
      "snapshots": SnapshotsTarget.self,
      "stores": StoresTarget.self,
    ]
  }

  static func named(_ name: String) -> (any FuzzTarget.Type)? {
    all.first { $0.key == name }?.value
  }
}
