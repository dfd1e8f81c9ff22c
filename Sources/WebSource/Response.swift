struct Response {
  let address: WebAddress
  let status: Int

  /// The header fields in order, with names in lower case.
  let headers: [(name: String, value: String)]

  /// The decompressed body.
  let body: [UInt8]

  /// The values of all fields with a name in lower case.
  func values(of name: String) -> [String] {
    headers.filter { $0.name == name }.map(\.value)
  }
}
