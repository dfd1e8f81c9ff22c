import Glibc
import HelperProtocol
import Testing

struct RequestChannelTests {
  private final class Program {
    let requests: (reading: Int32, writing: Int32)
    private var isOpen = true

    init() {
      var ends: [Int32] = [-1, -1]
      pipe(&ends)
      requests = (ends[0], ends[1])
    }

    deinit {
      leave()
      close(requests.reading)
    }

    func write(_ text: String) {
      #expect(Glibc.write(requests.writing, text, text.utf8.count) == text.utf8.count)
    }

    func leave() {
      if isOpen { close(requests.writing) }
      isOpen = false
    }
  }

  private let program = Program()

  @Test func requestsAreReadInOrderFromAnyPieces() throws {
    var channel = RequestChannel(input: program.requests.reading)
    program.write("{\"open\":\"x:\"}\n{\"id\":1,\"li")
    #expect(try channel.next() == .open(.init(address: "x:")))
    program.write("mit\":5}\n{\"cancel\":1}\n")
    #expect(try channel.next() == .page(.init(id: 1, limit: 5)))
    #expect(try channel.next() == .cancel(1))
    program.leave()
    #expect(try channel.next() == nil)
  }

  @Test func aCancelledPageIsUnwanted() throws {
    var channel = RequestChannel(input: program.requests.reading)
    #expect(try !channel.isUnwanted(1))
    program.write("{\"cancel\":1}\n{\"id\":2,\"limit\":5}\n")
    #expect(try channel.isUnwanted(1, within: .seconds(60)))
    #expect(try !channel.isUnwanted(2))
    #expect(try !channel.isUnwanted(2, within: .milliseconds(1)))
    #expect(try channel.next() == .cancel(1))
    #expect(try channel.next() == .page(.init(id: 2, limit: 5)))
  }

  @Test func nothingIsWantedAfterTheEndOfInput() throws {
    var channel = RequestChannel(input: program.requests.reading)
    program.leave()
    #expect(try channel.isUnwanted(1, within: .seconds(60)))
  }

  @Test func invalidLinesAreErrors() throws {
    var channel = RequestChannel(input: program.requests.reading)
    program.write("rubbish\n")
    #expect(throws: RequestChannel.NotARequest.self) { try channel.next() }
  }
}
