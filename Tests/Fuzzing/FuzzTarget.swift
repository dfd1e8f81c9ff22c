/// Code that is run with any bytes, and conditions that must hold for all of them.
protocol FuzzTarget: SendableMetatype {
  /// Makes a target; with `isControl`, a fault is planted that must be found.
  init(isControl: Bool) throws

  /// Runs an input.
  ///
  /// - Throws: ``Fault``, or another error, if a condition does not hold.
  func run(_ input: [UInt8]) throws
}

/// A condition that does not hold, in one line.
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

/// All targets by name; the folders in `Corpus` have the same names.
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
