import Synchronization

/// The alphabets of one locale for ASCII names and for all names, each read when first needed.
///
/// The first is several times faster to read, and has only the sections that ASCII names can be in,
/// with the same ranks and titles.
final class Alphabets: Sendable {
  private let localeIdentifier: String
  private let collation: Collation
  private let known = Mutex((ascii: Alphabet?.none, all: Alphabet?.none))

  init(_ localeIdentifier: String, _ collation: Collation) {
    self.localeIdentifier = localeIdentifier
    self.collation = collation
  }

  func alphabet(isForASCII: Bool) -> Alphabet {
    known.withLock { known in
      if let ready = known.all ?? (isForASCII ? known.ascii : nil) { return ready }
      let alphabet = Alphabet(
        localeIdentifier: localeIdentifier, collation: collation, isForASCII: isForASCII)
      if isForASCII { known.ascii = alphabet } else { known.all = alphabet }
      return alphabet
    }
  }
}
