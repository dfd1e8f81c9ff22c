import CUnicode

@testable import NameSearch

/// Two names, separated by the byte 0xFF: checked, normalized, compared, folded, and with IDs.
struct NamesTarget: FuzzTarget {
  let isControl: Bool

  func run(_ input: [UInt8]) throws {
    var input = Input(input)
    let (first, second) = (input.piece(upTo: 0xFF), input.remainder())
    let one = try checked(first)
    let other = try checked(second)
    try checkMended(first, one)
    if let one {
      try checkFolding(one.text)
      try checkIdentity(one, String(decoding: second, as: UTF8.self))
    }
    if let one, let other { try checkEquality(one, other) }
  }

  /// The name of these bytes; checks that it is valid exactly if `NaiveName` accepts them.
  private func checked(_ bytes: [UInt8]) throws -> Name? {
    let expected = NaiveName.error(bytes)
    var batch = NameBatch()
    do {
      let name =
        isControl ? try unnormalized(bytes) : try bytes.withUnsafeBytes(Name.init(validating:))
      try Fault.unless(expected == nil, "taken in spite of \(expected as Any)")
      try checkForm(name, bytes)
      try bytes.withUnsafeBytes { try batch.append(validating: $0) }
      let same = batch[0]
      try Fault.unless(
        isControl || same == name && same.original.utf8.elementsEqual(name.original.utf8),
        "another name in a batch")
      return name
    } catch let error as NameError {
      // A name may also be too long in NFC, which the naive name does not compute.
      if case .tooLong(let count) = error, expected == nil {
        try Fault.unless(count > Name.maximumBytes && bytes.count * 3 >= count, "\(error)")
      } else {
        try Fault.unless(error == expected, "refused for \(error), not \(expected as Any)")
      }
      return nil
    }
  }

  private func checkForm(_ name: Name, _ bytes: [UInt8]) throws {
    try Fault.unless(
      name.original.utf8.elementsEqual(NaiveName.trimmed(bytes)), "not the bytes given")
    try Fault.unless(name.text.utf8.count <= Name.maximumBytes, "too long in NFC")
    let again = try Name(name.text)
    try Fault.unless(again.text.utf8.elementsEqual(name.text.utf8), "NFC changes again")
    try Fault.unless(
      !name.original.isOfOldUnicode || name.original == name.text, "NFC is of another text")
  }

  /// Keys are equal if the texts are equal in Swift, which normalizes them.
  private func checkEquality(_ one: Name, _ other: Name) throws {
    guard one.original.isOfOldUnicode, other.original.isOfOldUnicode else { return }
    let isSame = one.original == other.original
    try Fault.unless((one == other) == isSame, "equality is not that of Swift")
    try Fault.unless(!isSame || one.hashValue == other.hashValue, "equal with another hash")
  }

  /// A text beside a name has replacements for everything that a name must not contain.
  private func checkMended(_ bytes: [UInt8], _ name: Name?) throws {
    let result = bytes.withUnsafeBytes { MendedBytes($0) }
    guard !result.range.isEmpty else { return }
    let text = result.mended ?? Array(bytes[result.range])
    try Fault.unless(text.count <= Name.maximumBytes, "\(text.count) bytes beside a name")
    try Fault.unless(!text.contains(0), "a NUL beside a name")
    let valid = text.withUnsafeBufferPointer {
      cunicode_nfc_check($0.baseAddress, Int32($0.count))
    }
    try Fault.unless(valid == 1, "not valid, or not in NFC, beside a name")
    try Fault.unless(
      isControl || name == nil
        || result.mending == [] && text.elementsEqual(name?.text.utf8 ?? "".utf8),
      "a valid name was changed")
  }

  private func checkIdentity(_ name: Name, _ id: String) throws {
    guard let known = try? name.known(by: id, in: "source") else {
      return try Fault.unless(id.isEmpty || id.utf8.count > 1_000, "an identity is refused")
    }
    try Fault.unless(
      known.idInSource.map { $0.utf8.elementsEqual(id.utf8) } == true, "another identity")
    try Fault.unless(known.source == "source" && known.bare == name, "another source or name")
  }

  /// For the control: a name whose text is not converted to NFC.
  private func unnormalized(_ bytes: [UInt8]) throws -> Name {
    let name = try bytes.withUnsafeBytes(Name.init(validating:))
    return Name(text: name.original, original: name.original, sourceID: nil)
  }
}

// MARK: Folding

extension NamesTarget {
  private func checkFolding(_ text: String) throws {
    let bytes = Array(text.utf8)
    // One of the four rules for each name, so that many names are tested.
    let rule = FoldedText.Rule(rawValue: Int32(bytes.count % 4))
    let hasIgnorable = text.unicodeScalars.contains(where: \.properties.isDefaultIgnorableCodePoint)
    let folded = bytes.withUnsafeBytes { FoldedText($0, rule) }
    let again = folded.bytes.withUnsafeBytes { FoldedText($0, rule) }
    // Removing ignored characters can put a mark after another letter.
    try Fault.unless(hasIgnorable || again.bytes == folded.bytes, "folding \(rule) changes again")
    try Fault.unless(folded.words.first == 0, "the first word does not start the text")
    try Fault.unless(
      zip(folded.words, folded.words.dropFirst()).allSatisfy { $0 < $1 }
        && (folded.words.last ?? 0) <= folded.bytes.count, "words are out of order")
    try Fault.unless(folded.bytes.count <= 12 * bytes.count, "folding \(rule) grows")
    if bytes.allSatisfy({ $0 < 0x80 }) {
      try checkASCII(bytes, folded, ignoresCase: rule.contains(.ignoresCase))
    }
  }

  private func checkASCII(_ bytes: [UInt8], _ folded: FoldedText, ignoresCase: Bool) throws {
    let lower = bytes.map { (65...90).contains($0) && ignoresCase ? $0 + 32 : $0 }
    try Fault.unless(folded.bytes == lower, "ASCII is folded otherwise")
    let starts = NaiveQuery.wordStarts(bytes.map { Unicode.Scalar($0) })
    try Fault.unless(folded.words.map { Int($0) } == starts, "words start elsewhere")
  }
}
