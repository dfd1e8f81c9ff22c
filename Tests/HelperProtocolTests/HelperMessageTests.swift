import HelperProtocol
import Testing

struct HelperMessageTests {
  private func read(_ text: String) -> HelperAnswer? { HelperAnswer(line: Array(text.utf8)) }

  @Test(arguments: [
    (
      HelperRequest.open(.init(address: "x:/ä", options: ["b": "1", "a": "\n"])),
      #"{"open":"x:/ä","options":{"a":"\n","b":"1"},"protocol":1}"#
    ),
    (.page(.init(id: 1, limit: 100)), #"{"id":1,"limit":100,"query":""}"#),
    (
      .page(.init(id: 2, query: "ar \"", cursor: "c/2", limit: 7)),
      #"{"cursor":"c/2","id":2,"limit":7,"query":"ar \""}"#
    ),
    (.cancel(2), #"{"cancel":2}"#),
  ])
  func requestsAreLinesInOneForm(request: HelperRequest, text: String) {
    #expect(String(decoding: request.line, as: UTF8.self) == text + "\n")
    #expect(HelperRequest(line: request.line) == request)
    #expect(HelperRequest(line: Array(text.utf8)) == request)
  }

  @Test(arguments: [
    (
      HelperAnswer(id: 1, .page(.init(rows: []))),
      #"{"id":1,"rows":[]}"#
    ),
    (
      HelperAnswer(
        id: 2,
        .page(
          .init(
            rows: [.init(name: "Arya", id: "7", isDead: true, isLiked: true, detail: "x")],
            next: "n", total: 9, searches: true))),
      #"{"id":2,"next":"n","rows":[{"dead":true,"detail":"x","id":"7","liked":true,"name":"Arya"}],"#
        + #""searches":true,"total":9}"#
    ),
    (
      HelperAnswer(id: 3, .failure(.init(reason: "busy", retryAfter: 1.5))),
      #"{"error":"busy","id":3,"retryAfter":1.5}"#
    ),
    (
      HelperAnswer(id: 3, .failure(.init(reason: "busy", retryAfter: 1e300))),
      #"{"error":"busy","id":3,"retryAfter":1e+300}"#
    ),
    (
      HelperAnswer(id: 4, .failure(.init(reason: "gone", mayRetry: false))),
      #"{"error":"gone","id":4,"retry":false}"#
    ),
  ])
  func answersAreLinesInOneForm(answer: HelperAnswer, text: String) {
    #expect(String(decoding: answer.line, as: UTF8.self) == text + "\n")
    #expect(read(text) == answer)
  }

  @Test func rowsMayBeBareNamesAndIdentitiesNumbers() {
    let answer = read(
      #"{"id":1,"rows":["Arya",{"name":"Jon","id":2,"more":[]}],"next":null,"more":{}}"#)
    let rows = [HelperRow(name: "Arya"), HelperRow(name: "Jon", id: "2")]
    #expect(answer == HelperAnswer(id: 1, .page(.init(rows: rows))))
  }

  @Test(arguments: [
    ("3", HelperRow(name: "")), ("null", HelperRow(name: "")), ("[]", HelperRow(name: "")),
    ("{}", HelperRow(name: "")), (#""\ud800""#, HelperRow(name: "")),
    (#"{"name":5,"id":"7"}"#, HelperRow(name: "", id: "7")),
    (#"{"name":"A","id":99999999999999999999}"#, HelperRow(name: "A", id: "99999999999999999999")),
    (#"{"name":"A","id":1e2}"#, HelperRow(name: "A", id: "100")),
    (#"{"name":"A","id":9007199254740993}"#, HelperRow(name: "A", id: "9007199254740993")),
    (#"{"name":"A","id":7.0}"#, HelperRow(name: "A", id: "7")),
    (#"{"name":"A","id":1e400}"#, HelperRow(name: "A")),
    ("{\"name\":\"A\",\"detail\":\"\u{1B}\"}", HelperRow(name: "A")),
    (#"{"name":"A\u0000","id":"\udcff"}"#, HelperRow(name: "A\0")),
    (#"{"name":"A","name":"Z"}"#, HelperRow(name: "A")),
    (#"{"name":"A","id":-3}"#, HelperRow(name: "A", id: "-3")),
    (#"{"name":"A","id":1.5}"#, HelperRow(name: "A")),
    (#"{"name":"A","id":{},"dead":1,"liked":"x","detail":5}"#, HelperRow(name: "A")),
    (#"{"name":"A","id":null,"dead":true,"detail":null}"#, HelperRow(name: "A", isDead: true)),
  ])
  func anOddRowCostsOnlyItself(text: String, row: HelperRow) {
    let answer = read("{\"id\":1,\"rows\":[\(text),\"B\"]}")
    #expect(answer == HelperAnswer(id: 1, .page(.init(rows: [row, HelperRow(name: "B")]))))
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"id":"1","rows":[]}"#, #"{"id":1}"#, #"{"id":1,"rows":{}}"#,
    #"{"id":1,"rows":[],"next":2}"#, #"{"id":1,"rows":[],"total":1.5}"#, #"{"id":1,"error":3}"#,
    #"{"id":1,"rows":[]} x"#, #"{"id":1.5,"rows":[]}"#,
    #"{"id":99999999999999999999,"rows":[]}"#,
  ])
  func invalidAnswersAreRefused(text: String) {
    #expect(read(text) == nil)
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"open":1}"#, #"{"open":"x:","options":{"a":1}}"#, #"{"cancel":"1"}"#,
    #"{"id":1}"#, #"{"id":1,"limit":2,"query":3}"#,
  ])
  func invalidRequestsAreRefused(text: String) {
    #expect(HelperRequest(line: Array(text.utf8)) == nil)
  }
}
