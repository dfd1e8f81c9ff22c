import Foundation
import Glibc
import ListModel
import NameSearch
import PageSources
import Pagination
import TestSupport
import Testing

struct LinePagesTests {
  private let directory = TemporaryDirectory()

  /// A pipe that a test writes into.
  private final class Producer {
    let reading: Int32
    private var writing: Int32

    init() {
      var ends: [Int32] = [-1, -1]
      pipe(&ends)
      (reading, writing) = (ends[0], ends[1])
    }

    deinit {
      end()
      close(reading)
    }

    func write(_ text: String) {
      let bytes = Array(text.utf8)
      #expect(Glibc.write(writing, bytes, bytes.count) == bytes.count)
    }

    func end() {
      if writing >= 0 { close(writing) }
      writing = -1
    }
  }

  private func readAll(_ source: LinePages) async throws -> (pages: [RowBatch], report: LineReport)
  {
    var pages: [RowBatch] = []
    var report = LineReport()
    var cursor: LinePages.Cursor? = source.firstCursor
    while let here = cursor {
      let page = try await source.page(at: here)
      pages.append(page.contents)
      report.merge(page.contents.report)
      cursor = page.next
    }
    return (pages, report)
  }

  @Test func filesAreReadOneAfterAnother() async throws {
    let first = try directory.write("Arya\n\nJon", to: "a.txt")
    let second = try directory.write("\u{feff}Sansa\r\na\0b\n", to: "b.txt")
    let empty = try directory.write("", to: "empty.txt")
    let (pages, report) = try await readAll(LinePages(paths: [first, empty, second]))
    #expect(pages.flatMap(\.originals) == ["Arya", "Jon", "Sansa"])
    #expect("\(report)" == "2 lines skipped (1 empty: \(first):2; 1 containing NUL: \(second):2)")
  }

  @Test func linesOfASingleFileAreReportedWithoutItsName() async throws {
    let path = try directory.write([0x61, 0x0a, 0xff, 0x0a], to: "a.txt")
    let report = try await readAll(LinePages(paths: [path])).report
    #expect("\(report)" == "1 line skipped (1 not UTF-8: line 2)")
  }

  @Test func aLargeFileIsReadCompletelyInSeveralPages() async throws {
    let names = (0..<200_000).map { "name \($0)" }
    let path = try directory.write(names.joined(separator: "\n"), to: "large.txt")
    let pages = try await readAll(LinePages(paths: [path])).pages
    #expect(pages.count > 3)
    #expect(try #require(pages.first).names.byteCount <= 1 << 16)
    #expect(pages.allSatisfy { $0.names.byteCount <= 1 << 20 })
    #expect(pages.flatMap(\.originals) == names)
  }

  @Test func nothingToReadIsOneEmptyPage() async throws {
    let pages = try await readAll(LinePages(paths: [])).pages
    #expect(pages.map(\.names.count) == [0])
    #expect(try await readAll(LinePages(paths: ["/dev/null"])).pages.map(\.names.count) == [0])
  }

  @Test func unreadableFilesAreReportedBeforeReading() {
    let missing = directory.path("missing.txt")
    #expect(throws: PageSourceError.missing(missing)) { try LinePages(paths: ["-", missing]) }
    #expect(throws: PageSourceError.directory(directory.path)) {
      try LinePages(paths: [directory.path])
    }
    #expect(throws: PageSourceError.unreadable("/etc/passwd/x", reason: "Not a directory")) {
      try LinePages(paths: ["/etc/passwd/x"])
    }
    #expect("\(PageSourceError.missing("a.txt"))" == "a.txt: no such file")
  }

  @Test func aDirectoryAsStandardInputIsAnError() async throws {
    let descriptor = open(directory.path, O_RDONLY)
    defer { close(descriptor) }
    await #expect(throws: PageSourceError.directory("standard input")) {
      try await readAll(LinePages(paths: ["-"], standardInput: descriptor))
    }
    await #expect(
      throws: PageSourceError.unreadable("standard input", reason: "Bad file descriptor")
    ) {
      try await readAll(LinePages(paths: ["-"], standardInput: 1_000_000))
    }
  }

  @Test func otherEncodingsAreRefusedByNameEachTime() async throws {
    let text = try #require("Arya\nJon\n".data(using: .utf16))
    let path = try directory.write(text, to: "wide.txt")
    let source = try LinePages(paths: [path])
    for _ in 0..<2 {
      await #expect(throws: PageSourceError.encoding(path, .utf16)) {
        try await source.page(at: source.firstCursor)
      }
    }
    #expect(
      "\(PageSourceError.encoding(path, .utf16))"
        == "\(path): looks like UTF-16; convert it with iconv -f UTF-16 -t UTF-8")
    let wider = try #require("Arya\nJon\n".data(using: .utf32))
    let other = try directory.write(wider, to: "wider.txt")
    await #expect(throws: PageSourceError.encoding(other, .utf32)) {
      try await readAll(LinePages(paths: [other]))
    }
  }

  @Test func linesBeforeAFaultAreReturned() async throws {
    let good = try directory.write("Arya\n", to: "good.txt")
    let gone = try directory.write("Jon\n", to: "gone.txt")
    let source = try LinePages(paths: [good, gone])
    unlink(gone)
    let page = try await source.page(at: source.firstCursor)
    #expect(page.contents.originals == ["Arya"])
    let next = try #require(page.next)
    await #expect(throws: PageSourceError.missing(gone)) { try await source.page(at: next) }
    try directory.write("Sansa\n", to: "gone.txt")
    let last = try await source.page(at: next)
    #expect(last.contents.originals == ["Sansa"])
    #expect(last.next == nil)
  }

  // MARK: Pipes

  @Test func linesOfASlowProducerAreReturnedAsTheyArrive() async throws {
    let producer = Producer()
    let source = try LinePages(paths: ["-"], standardInput: producer.reading)
    producer.write("Arya\nJon\nSan")
    let first = try await source.page(at: source.firstCursor)
    #expect(first.contents.originals == ["Arya", "Jon"])
    async let pending = source.page(at: try #require(first.next))
    producer.write("sa\n")
    let second = try await pending
    #expect(second.contents.originals == ["Sansa"])
    producer.write("Bran")
    producer.end()
    let last = try await source.page(at: try #require(second.next))
    #expect(last.contents.originals == ["Bran"])
    #expect(last.next == nil)
  }

  @Test func aRepeatedRequestReturnsTheSamePage() async throws {
    let producer = Producer()
    let source = try LinePages(paths: ["-"], standardInput: producer.reading)
    producer.write("Arya\n")
    for _ in 0..<3 {
      let page = try await source.page(at: source.firstCursor)
      #expect(page.contents.originals == ["Arya"])
    }
  }

  @Test(arguments: 0..<20)
  func aCancelledReadLosesNothing(yields: Int) async throws {
    let producer = Producer()
    let source = try LinePages(paths: ["-"], standardInput: producer.reading)
    let task = Task { try await source.page(at: source.firstCursor) }
    for _ in 0..<yields { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    async let again = source.page(at: source.firstCursor)
    producer.write("Arya\n")
    #expect(try await again.contents.originals == ["Arya"])
  }

  @Test func aPipeCannotBeReadASecondTime() async throws {
    let producer = Producer()
    let source = try LinePages(paths: ["-"], standardInput: producer.reading)
    producer.write("Arya\n")
    let page = try await source.page(at: source.firstCursor)
    producer.end()
    _ = try await source.page(at: try #require(page.next))
    #expect(!source.canStartOver)
    await #expect(throws: PageSourceError.cannotStartOver("standard input")) {
      try await source.page(at: source.firstCursor)
    }
  }

  @Test func aFileReadAgainHasItsCurrentContent() async throws {
    let source = try LinePages(paths: [try directory.write("Arya\n", to: "a.txt")])
    _ = try await source.page(at: source.firstCursor)
    _ = try directory.write("Arya\nSansa\n", to: "a.txt")
    let page = try await source.page(at: source.firstCursor)
    #expect(page.contents.originals == ["Arya", "Sansa"])
  }

  @Test func filesCanBeReadASecondTimeAlsoAsStandardInput() async throws {
    let path = try directory.write("skipped\nArya\n", to: "a.txt")
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    lseek(descriptor, 8, SEEK_SET)
    let source = try LinePages(paths: [path, "-"], standardInput: descriptor)
    #expect(source.canStartOver)
    for _ in 0..<2 {
      let names = try await readAll(source).pages.flatMap(\.originals)
      #expect(names == ["skipped", "Arya", "Arya"])
    }
  }

  @Test func aNamedPipeIsWaitedForWithoutBlocking() async throws {
    let path = directory.path("fifo")
    #expect(mkfifo(path, 0o600) == 0)
    let source = try LinePages(paths: [path])
    let silent = Task { try await source.page(at: source.firstCursor) }
    await Task.yield()
    silent.cancel()
    await #expect(throws: CancellationError.self) { try await silent.value }
    async let page = source.page(at: source.firstCursor)
    let writing = open(path, O_RDWR)
    #expect(write(writing, "Arya\n", 5) == 5)
    #expect(try await page.contents.originals == ["Arya"])
    close(writing)
  }

  @Test func theSourceIsReadToItsEnd() async throws {
    let path = try directory.write((0..<50_000).map { "\($0)\n" }.joined(), to: "numbers.txt")
    var count = 0
    try await LinePages(paths: [path]).readAll { count += $0.contents.names.count }
    #expect(count == 50_000)
  }
}
