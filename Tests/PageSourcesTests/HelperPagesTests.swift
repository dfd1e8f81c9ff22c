import Foundation
import ListModel
import NameSearch
@testable import PageSources
import Pagination
import TestSupport
import Testing

@Suite(.inTurn, .timeLimit(.minutes(10)))
struct HelperPagesTests {
  @Test func pagesFollowTheirCursorsToTheEnd() async throws {
    let helper = try ScriptedHelper(
      shell: """
        case $cursor in
          '') echo '{"id":'$id',"rows":["Arya",{"name":"Jon","id":7}],"next":"b","total":3}' ;;
          b) echo '{"id":'$id',"rows":[{"name":"Sansa","dead":true,"detail":"of Winterfell"}]}' ;;
        esac
        """)
    let source = try helper.pages()
    let first = try await source.firstPage()
    #expect(first.contents.originals == ["Arya", "Jon"])
    #expect(first.contents.rows.map(\.name.idInSource) == [nil, "7"])
    #expect(first.contents.total == 3)
    #expect(!first.contents.isSearched)
    let last = try await source.page(at: try #require(first.next))
    #expect(
      last.contents.rows == [
        Row(name: try Name("Sansa"), flags: .dead, detail: "of Winterfell")
      ])
    #expect(last.next == nil)
    #expect(try await source.allNames() == [["Arya", "Jon"], ["Sansa"]])
  }

  @Test func aRowIsIdentifiedWithinItsSource() async throws {
    let long = String(repeating: "x", count: 5_000)
    let helper = try ScriptedHelper(
      shell: """
        echo '{"id":'$id',"rows":["A",{"name":"B","id":7},{"name":"C","id":""},{"name":"D","id":"\(long)"}]}'
        """)
    let names = try await helper.pages().firstPage().contents.names
    #expect((0..<4).map { names[$0].sourceID } == [nil, "1f8587484dfd45ad#7", nil, nil])
    let secret = try await helper.pages("test:key=canary").firstPage().contents.names[1]
    #expect(secret.sourceID?.hasSuffix("#7") == true)
    #expect(secret.source != names[1].source)
    #expect(secret.sourceID?.contains("canary") == false)
  }

  @Test func aSourceIsIdentifiedByAddressAndIDField() throws {
    let helper = try ScriptedHelper(shell: "")
    func identity(_ address: String, _ options: [String: String] = [:]) throws -> String {
      try HelperPages(address: address, options: options, of: helper.targets).identity
    }
    let plain = try identity("test:A")
    #expect(try identity("TEST:A", ["name-field": "title"]) == plain)
    #expect(try identity("test:a") != plain)
    #expect(try identity("test:A", ["id-field": "number"]) != plain)
  }

  @Test func theHelperGetsAddressOptionsQueryAndLimit() async throws {
    let helper = try ScriptedHelper(
      """
      #!/bin/sh
      read -r open; read -r page
      printf '%s\\n%s\\n%s\\n' "$open" "$page" "$#" >"$0.log"
      echo '{"id":1,"rows":[],"searches":true}'
      """)
    let source = try HelperPages(
      address: "TEST:a b", options: ["name-field": "x"], query: "ar", pageSize: 7,
      of: helper.targets)
    #expect(try await source.firstPage().contents.isSearched)
    let log = try String(
      contentsOfFile: helper.directory.path("targets-from-test.log"), encoding: .utf8)
    #expect(
      log == """
        {"open":"TEST:a b","options":{"name-field":"x"},"protocol":1}
        {"id":1,"limit":7,"query":"ar"}
        0

        """)
  }

  @Test func aSearchUsesTheSameHelperFromTheFirstPage() async throws {
    let helper = try ScriptedHelper(
      shell: """
        q=$(printf '%s' "$line" | sed 's/.*"query":"\\([^"]*\\).*/\\1/')
        echo '{"id":'$id',"rows":["'$$'","'$q'"],"searches":true}'
        """)
    let source = try helper.pages()
    let all = try await source.allNames()
    let found = try await source.looking(for: "ar").allNames()
    #expect(found.first?.first == all.first?.first)
    #expect(found.first?.last == "ar")
  }

  @Test func invalidNamesAreSkippedAndCounted() async throws {
    let long = String(repeating: "x", count: Name.maximumBytes + 1)
    let helper = try ScriptedHelper(
      shell: """
        case $cursor in
          '') echo '{"id":'$id',"rows":["Arya",""," ","Jon\\\\u0000"],"next":"b"}' ;;
          b) echo '{"id":'$id',"rows":["\(long)",{"name":"Jon","id":"2"}]}' ;;
        esac
        """)
    let source = try helper.pages()
    let first = try await source.firstPage()
    let last = try await source.page(at: try #require(first.next))
    var report = first.contents.report
    report.merge(last.contents.report)
    #expect(
      "\(report)"
        == "4 rows skipped (2 empty: rows 2, 3; 1 too long: row 5; 1 containing NUL: row 4)")
    #expect(last.contents.originals == ["Jon"])
    #expect(last.contents.rows.map(\.name.idInSource) == ["2"])
  }

  @Test(arguments: 1...9)
  func aListThatLoopsEnds(length: Int) async throws {
    let helper = try ScriptedHelper(
      shell: """
        n=${cursor:-0}
        echo '{"id":'$id',"rows":["'$n'"],"next":"'$(((n + 1) % \(length)))'"}'
        """)
    let source = try helper.pages()
    var read = 0
    let failure = await #expect(throws: PageFailure.self) {
      var next: HelperPages.Cursor? = source.firstCursor
      while let here = next {
        next = try await source.page(at: here).next
        read += 1
      }
    }
    #expect(failure == PageFailure(reason: "\(HelperError.circular)", retryAdvice: .never))
    #expect((length...(4 * length + 1)).contains(read))
  }

  @Test func aListThatNeverEndsEnds() async throws {
    let helper = try ScriptedHelper(
      shell: #"echo '{"id":'$id',"rows":["'$id'"],"next":"'$id'"}'"#)
    let source = try helper.pages(limits: HelperLimits(pages: 20))
    await #expect(
      throws: PageFailure(
        reason: "stopped after 20 pages: the list seems endless", retryAdvice: .never)
    ) { try await source.allNames() }
  }

  @Test func theSourceIsReadToItsEndDespiteFailures() async throws {
    let address = "demo:rows=10000,page=50,failures=0.2,delay=0,seed=3"
    let source = try HelperPages(address: address, of: Executable.path(named: "targets"))
    let policy = RetryPolicy(limit: 20, firstDelay: .zero)
    var ids: [String?] = []
    try await source.readAll(retrying: policy) { ids += $0.contents.rows.map(\.name.idInSource) }
    #expect(ids == (1...10_000).map { "\($0)" })
  }
}
