import Glibc

@testable import NameSearch

/// A snapshot that was damaged: it is refused, or answers as before; made by another program, it may
/// answer anything, but nothing outside of it is read.
///
/// The input is a byte of choices, and the damage.
final class SnapshotsTarget: FuzzTarget {
  private let isControl: Bool
  private let folder: ScratchFolder
  private let samples: [SnapshotSample]

  init(isControl: Bool) throws {
    self.isControl = isControl
    let folder = try ScratchFolder()
    self.folder = folder
    samples = try [NameOrder.SectionRule.firstLetter, .column].map {
      try SnapshotSample($0, in: folder)
    }
  }

  func run(_ input: [UInt8]) throws {
    var input = Input(input)
    let choices = input.byte()
    let sample = samples[Int(choices >> 4) % samples.count]
    switch choices % 4 {
    case 0, 1: try tryDamage(sample, &input)
    case 2: try tryForgedStamp(sample, &input)
    default: try tryOtherWriter(sample, &input)
    }
  }

  /// What nobody meant to do.
  private func tryDamage(_ sample: SnapshotSample, _ input: inout Input) throws {
    let damage = Damage(sample.content, at: sample.ranges, by: &input)
    try folder.write(damage.bytes, to: "snapshot")
    if isControl { sample.forgeStamp("\(folder.path)/snapshot") }
    guard let snapshot = opened(sample) else {
      return try Fault.unless(
        damage.bytes != sample.content, "refused, though it is as it was written")
    }
    let answers = SnapshotAnswers(of: snapshot.index)
    try Fault.unless(answers == sample.answers, "damaged, and answers otherwise")
    try Fault.unless(
      snapshot.rowSets == sample.rowSets && snapshot.version == 7, "damaged, with other rows")
  }

  /// A header, a directory and small parts that are not what the writer wrote, though it seems so.
  private func tryForgedStamp(_ sample: SnapshotSample, _ input: inout Input) throws {
    var damage = Damage(sample.content, at: sample.smallRanges, by: &input).bytes
    // The stamp tells of the length, too.
    damage = Array(damage.prefix(sample.content.count))
    damage += [UInt8](repeating: 0, count: sample.content.count - damage.count)
    try folder.write(damage, to: "snapshot")
    sample.forgeStamp("\(folder.path)/snapshot")
    if let snapshot = opened(sample) { sample.use(snapshot) }
  }

  /// Parts with anything in them, and checksums that fit.
  private func tryOtherWriter(_ sample: SnapshotSample, _ input: inout Input) throws {
    let damage = Damage(sample.content, at: sample.ranges, by: &input).bytes
    try folder.write(sample.signed(damage), to: "snapshot")
    if let snapshot = opened(sample) { sample.use(snapshot) }
  }

  private func opened(_ sample: SnapshotSample) -> IndexSnapshot? {
    IndexSnapshot(path: "\(folder.path)/snapshot", key: sample.key)
  }
}
