import Foundation
import NameIndex
@main struct Probe {
  static func main() throws {
    let data = [UInt8](try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1])))
    func rss() -> String {
      let s = try! String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      return s.split(separator: "\n").filter { $0.hasPrefix("VmRSS") || $0.hasPrefix("VmHWM") }.map
      { $0.split(separator: " ").dropFirst().first! }.map { String(Int($0)! / 1024) }.joined(
        separator: "/")
    }
    let clock = ContinuousClock()
    func time<T>(_ what: String, _ body: () throws -> T) rethrows -> T {
      let start = clock.now; let r = try body(); let d = clock.now - start
      print(what, d / .milliseconds(1), "ms  rss hwm/rss", rss()); return r
    }
    var batches: [NameBatch] = []
    time("batch") {
      data.withUnsafeBytes { bytes in
        var start = 0; var batch = NameBatch(); var size = 0
        while let nl = memchr(bytes.baseAddress! + start, 10, bytes.count - start) {
          let end = bytes.baseAddress!.distance(to: nl)
          try! batch.append(validating: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
          size += end - start; start = end + 1
          if size > 1 << 20 { batches.append(batch); batch = NameBatch(); size = 0 }
          if start >= bytes.count { break }
        }
        batches.append(batch)
      }
    }
    let order = NameOrder(localeIdentifier: "en_US")
    let empty = NameIndex(order: order)
    var index = time("sort") { empty.adding(batches) }
    batches = []
    print("rss", rss(), index.count)
    for q in ["a", "ar", "ary", "arya", "m"] {
      for _ in 0..<2 { let r = time("scan \(q)") { index.matches(NameQuery(q))! }; _ = r }
    }
    index = time("words") { index.indexingWords()! }
    print("rss", rss())
    for q in ["a", "ar", "ary", "arya", "m", "A", "Mar", "o'b", "mary s", "mary a"] {
      let r = time("query \(q)") { index.matches(NameQuery(q))! }
      time("sections") {
        let m = NameMatches(index: index, rows: r, query: NameQuery(q));
        print(m.count, m.sections.count)
      }
    }
    let n = try Name("Zz Newcomer")
    let more = time("add one") {
      var b = NameBatch(); b.append(n); return index.adding(b)
    }
    let r = time("query a after") { more.matches(NameQuery("a"))! }
    print(r.count)
    _ = time("remove") { more.removing([try! Name("James Smith")]) }
    _ = time("find 1000") {
      (0..<1000).map { index.row(of: index.name(at: Row($0 * (index.count / 1000)))) }
    }
  }
}
