import CXXHash
import Synchronization

/// A mapped file whose blocks are compared with their checksums when they are first used.
///
/// `@unchecked Sendable`: all properties are constants, and what changes is atomic.
final class CheckedFile: @unchecked Sendable {
  static let blockSize = 1 << 16

  let bytes: UnsafeRawBufferPointer
  private let file: MappedFile

  /// The offset of the first block; the others start at multiples of `blockSize`.
  private let start: Int
  private let end: Int
  private let checksums: [UInt64]

  /// A bit for each block that was found undamaged.
  private let known: UnsafeMutableBufferPointer<Atomic<UInt64>>
  private let isWrong = Atomic(false)
  private let count = Atomic(0)

  /// Makes a file with the checksums of the blocks from `start` to `end`.
  init(_ file: MappedFile, from start: Int, to end: Int, checksums: [UInt64]) {
    self.file = file
    self.start = start
    self.end = end
    self.checksums = checksums
    bytes = file.bytes
    known = .allocate(capacity: (checksums.count + 63) / 64)
    for word in 0..<known.count {
      (known.baseAddress.unsafelyUnwrapped + word).initialize(to: Atomic(0))
    }
  }

  deinit {
    known.deinitialize()
    known.deallocate()
  }

  /// Whether a block was found damaged, so that earlier reads may be wrong, too.
  var isDamaged: Bool { isWrong.load(ordering: .acquiring) }

  /// The number of blocks that were compared with their checksums.
  var checkedCount: Int { count.load(ordering: .relaxed) }

  /// Whether a range of bytes is undamaged; if not, it must not be used.
  @inline(__always)
  func isRight(_ range: Range<Int>) -> Bool {
    if range.isEmpty { return true }
    for block in (range.lowerBound / Self.blockSize)...((range.upperBound - 1) / Self.blockSize) {
      guard block < checksums.count else { return false }
      let bit: UInt64 = 1 << UInt64(block % 64)
      if known[block / 64].load(ordering: .relaxed) & bit != 0 { continue }
      if !check(block) { return false }
    }
    return true
  }

  /// Compares all blocks with their checksums.
  func isWholeRight() -> Bool {
    concurrentForEach(checksums.count) { [self] block in
      if !isDamaged { _ = isRight(bytesOf(block)) }
    }
    return !isDamaged
  }

  private func check(_ block: Int) -> Bool {
    if isDamaged { return false }
    let part = UnsafeRawBufferPointer(rebasing: bytes[bytesOf(block)])
    count.wrappingAdd(1, ordering: .relaxed)
    guard Self.checksum(of: part) == checksums[block] else {
      isWrong.store(true, ordering: .releasing)
      return false
    }
    known[block / 64].bitwiseOr(1 << UInt64(block % 64), ordering: .relaxed)
    return true
  }

  private func bytesOf(_ block: Int) -> Range<Int> {
    Self.range(of: block, from: start, to: end)
  }

  static func range(of block: Int, from start: Int, to end: Int) -> Range<Int> {
    let lower = min(max(block * blockSize, start), end)
    return lower..<max(lower, min((block + 1) * blockSize, end))
  }

  /// - Complexity: O(*n*) for *n* bytes, at about the speed of memory.
  static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    cxxhash_of(bytes.baseAddress, bytes.count)
  }
}
