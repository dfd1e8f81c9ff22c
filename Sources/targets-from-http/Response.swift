/// What a server answered.
struct Response {
  let address: WebAddress
  let status: Int

  /// The fields, in order, their names in lower case.
  let headers: [(name: String, value: String)]

  /// Without the compression it came with.
  let body: [UInt8]

  /// The values of all fields of a name, which is in lower case.
  func values(of name: String) -> [String] {
    headers.filter { $0.name == name }.map(\.value)
  }
}
