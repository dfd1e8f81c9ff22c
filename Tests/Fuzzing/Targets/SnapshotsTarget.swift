import Glibc

@testable import NameSearch

/// A damaged snapshot is refused, or its answers are unchanged; if another program wrote it, its
/// answers may be anything, but nothing outside of it is read.
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
    if choices % 4 < 3 {
      try tryDamage(sample, &input)
    } else {
      try tryOtherWriter(sample, &input)
    }
  }

  /// Accidental damage.
  private func tryDamage(_ sample: SnapshotSample, _ input: inout Input) throws {
    let damage = Damage(sample.content, at: sample.ranges, by: &input)
    try folder.write(isControl ? sample.signed(damage.bytes) : damage.bytes, to: "snapshot")
    guard let snapshot = opened(sample) else {
      return try Fault.unless(
        damage.bytes != sample.content, "refused, though it is as it was written")
    }
    let answers = SnapshotAnswers(of: snapshot.index)
    if snapshot.index.isDamaged { return }
    try Fault.unless(answers == sample.answers, "damaged, and answers otherwise")
    try Fault.unless(
      snapshot.rowSets == sample.rowSets && snapshot.version == 7, "damaged, with other rows")
  }

  /// Reads a snapshot with damaged parts but correct checksums, as another writer could make it.
  private func tryOtherWriter(_ sample: SnapshotSample, _ input: inout Input) throws {
    let damage = Damage(sample.content, at: sample.ranges, by: &input).bytes
    try folder.write(sample.signed(damage), to: "snapshot")
    if let snapshot = opened(sample) { sample.use(snapshot) }
  }

  private func opened(_ sample: SnapshotSample) -> IndexSnapshot? {
    IndexSnapshot(path: "\(folder.path)/snapshot", key: sample.key)
  }
}
