import JSON
import Testing

struct JSONValueTests {
  private func read(_ text: String) -> JSONValue? { JSONValue(Array(text.utf8)) }

  @Test(arguments: [
    "", " ", "[", "]", "{", "[1,]", "[,1]", "[1 2]", "[1]]", "[1] x", "{\"a\"}", "{\"a\":}",
    "{\"a\":1,}", "{1:2}", "{\"a\":1 \"b\":2}", "[}", "{]", "tru", "nul", "truer", "'a'", "\"a",
    "\"a\\", "\"\\\"", "NaN", "/**/1", "\u{A0}1", "[1]\0",
  ])
  func anythingButOneValueIsRefused(text: String) {
    #expect(read(text) == nil)
  }

  @Test func invalidUTF8IsRefusedWhereverItIs() {
    #expect(JSONValue(Array("[\"".utf8) + [0xFF] + Array("\"]".utf8)) == nil)
    #expect(JSONValue([0xFF]) == nil)
    #expect(JSONValue(Array("[1]".utf8) + [0xC3]) == nil)
  }

  @Test func whiteSpaceAndAByteOrderMarkAreIgnored() throws {
    let value = try #require(read("\u{FEFF} \t\r\n{ \"a\" : [ 1 , 2 ] , \"b\" : { } } \n"))
    #expect(try #require(value["a"]).elements.map { $0.number?.integer } == [1, 2])
    #expect(value["b"]?.isObject == true)
    #expect(value["b"]?.members.map(\.name).isEmpty == true)
    #expect(value["c"] == nil)
  }

  @Test func eachKindIsOnlyItself() throws {
    let list = try #require(read("[null,true,false,7,\"x\",[],{}]"))
    let values = Array(list.elements)
    #expect(values.map(\.isNull) == [true, false, false, false, false, false, false])
    #expect(values.map(\.flag) == [nil, true, false, nil, nil, nil, nil])
    #expect(values.map { $0.number?.integer } == [nil, nil, nil, 7, nil, nil, nil])
    #expect(values.map(\.text) == [nil, nil, nil, nil, "x", nil, nil])
    #expect(values.map(\.isList) == [false, false, false, false, false, true, false])
    #expect(values.map(\.isObject) == [false, false, false, false, false, false, true])
    #expect(values.allSatisfy { $0["x"] == nil && $0.elements.map { _ in 1 }.isEmpty })
  }

  @Test func membersKeepTheirOrderAndTheFirstOfANameCounts() throws {
    let value = try #require(read(#"{"z":1,"a":{"z":2},"\u007a":3,"z":4,"é":5,"n":null}"#))
    #expect(value.members.map(\.name) == ["z", "a", "z", "z", "é", "n"])
    #expect(value.members.map { $0.value.number?.integer } == [1, nil, 3, 4, 5, nil])
    #expect(value["z"]?.number?.integer == 1)
    #expect(value["a"]?["z"]?.number?.integer == 2)
    #expect(value["e\u{301}"] == nil)  // names are compared as bytes
    #expect(value["n"]?.isNull == true)
    #expect(value.present("n") == nil)
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0000\u00e9\uD83D\ude00""#, "\0é😀"),
    ("\"é\u{7F}😀\"", "é\u{7F}😀"), ("\"\"", ""), (#""\u005Cn""#, "\\n"),
  ])
  func stringsAreTheirText(json: String, text: String) throws {
    #expect(try #require(read("[\(json)]")).elements.map(\.text) == [text])
  }

  @Test(arguments: [
    #""\ud800""#, #""\udc00""#, #""\ud800x""#, #""\ud800\n""#, #""\ud800\ud800""#, #""\x""#,
    #""\u12""#, #""\u12g4""#, #""\U0041""#, "\"\n\"", "\"\u{1F}\"", "\"\0\"", #""\ud800\u""#,
  ])
  func anInvalidStringAffectsOnlyItself(json: String) throws {
    let value = try #require(read("[\(json),{\(json):1,\"b\":2},\"x\"]"))
    #expect(value.elements.map(\.text) == [nil, nil, "x"])
    let object = try #require(Array(value.elements).dropFirst().first)
    #expect(object.members.map(\.name) == [nil, "b"])
    #expect(object["b"]?.number?.integer == 2)
  }

  @Test func listsAreReadToACertainDepth() {
    for (depth, isRead) in [(511, true), (512, true), (513, false), (100_000, false)] {
      let lists = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      #expect((read(lists) != nil) == isRead)
      let objects =
        String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
      #expect((read(objects) != nil) == isRead)
    }
  }
}

struct JSONNumberTests {
  private func number(_ text: String) throws -> JSONNumber? {
    try #require(JSONValue(Array("[\(text)]".utf8))).elements.map(\.number)[0]
  }

  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("-0.0", "0"), ("7", "7"), ("-12", "-12"), ("1.50", "1.5"),
    ("1.0", "1"), ("0.05", "0.05"), ("1e2", "100"), ("1E+2", "100"), ("1e-3", "0.001"),
    ("100e-2", "1"), ("123.456e2", "12345.6"), ("123.456e3", "123456"), ("-1.5e1", "-15"),
    ("9007199254740993", "9007199254740993"), ("18446744073709551616", "18446744073709551616"),
    ("0e9", "0"), ("0.1e1", "1"),
    ("12345678901234567890123456789012345678901", "12345678901234567890123456789012345678901"),
    ("1e127", "1" + String(repeating: "0", count: 127)),
    ("1e-127", "0." + String(repeating: "0", count: 126) + "1"),
  ])
  func aNumberIsWrittenWithAllItsDigits(text: String, decimal: String) throws {
    let number = try #require(try number(text))
    #expect(number.decimal == decimal)
    #expect(number.whole == (decimal.contains(".") ? nil : decimal))
    #expect(number.integer == Int(decimal))
    #expect(number.double == Double(text))
  }

  @Test(arguments: [
    "1.", "01", "-", "-01", ".5", "+1", "1e", "1e+", "1e1.5", "--1", "1-1", "1e+-1",
  ])
  func anInvalidNumberAffectsOnlyItself(text: String) throws {
    #expect(try number(text) == nil)
  }
}

extension JSONNumberTests {
  @Test(arguments: [
    ("1e128", 1e128), ("1e-128", 1e-128), ("1e300", 1e300), ("-1e400", -.infinity), ("1e-400", 0),
    ("1e99999999999999999999", .infinity), ("1e-99999999999999999999", 0),
  ])
  func aNumberOfManyDigitsIsNotWrittenOut(text: String, double: Double) throws {
    let number = try #require(try number(text))
    #expect(number.double == double)
    #expect(number.decimal == nil && number.whole == nil && number.integer == nil)
  }
}

struct JSONTextTests {
  @Test(arguments: [
    "", "Arya Stark", "\"\\/", "\n\r\t\0\u{1F}\u{7F}\u{9F}", "é e\u{301} 😀 👩‍👩‍👧 \u{202E}",
    "\u{E000}\u{10FFFF}\u{2028}", "a\u{20}~",
  ])
  func textIsTheSameWhenItIsRead(text: String) throws {
    let literal = "\(json: text)"
    #expect(literal.utf8.allSatisfy { $0 >= 0x20 })
    let read = try #require(JSONValue(Array(literal.utf8))).text
    #expect(read.map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test func controlAndFormatCharactersAreEscaped() {
    #expect(
      "\(json: "a/\"\\\n\u{1B}\u{200D}\u{10FFFF}é")" == #""a/\"\\\n\u001b\u200d\udbff\udfffé""#)
  }

  @Test func anObjectHasItsMembersInOrderWithoutMissingOnes() {
    var object = JSONObject()
    #expect(object.text == "{}")
    object.add("b", "x\"")
    object.add("a", nil as String?)
    object.add("n", 7)
    object.add("none", nil as Int?)
    object.add("\n", true)
    object.add("list", json: "[1]")
    #expect(object.text == #"{"b":"x\"","n":7,"\n":true,"list":[1]}"#)
  }
}
