import Synchronization

/// The alphabet of one locale, for ASCII names alone and for all, each read when it is first needed.
///
/// The first has only the sections that ASCII names can be in, of the same ranks and titles: a short list of
/// such names need not wait for the second.
final class Alphabets: Sendable {
  private let localeIdentifier: String
  private let collation: Collation
  private let known = Mutex((ascii: Alphabet?.none, all: Alphabet?.none))

  init(_ localeIdentifier: String, _ collation: Collation) {
    self.localeIdentifier = localeIdentifier
    self.collation = collation
  }

  /// The alphabet for ASCII names, or for any.
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
