import CCurl
import HelperProtocol

/// A single request without redirects, with limits for its answer.
final class Transfer {
  /// The maximum number of bytes in the decompressed body.
  private static let mostBody = 32 << 20

  /// The maximum compression ratio of a body of more than 1 MiB.
  private static let mostRatio = 100

  /// The maximum number of bytes in all header fields.
  private static let mostHeaders = 256 << 10

  private static let connecting = Duration.seconds(5)

  private let handle: UnsafeMutableRawPointer
  private let address: WebAddress
  private let authorities: String?
  private var headerBytes = 0
  private var headers: [(name: String, value: String)] = []
  private var body: [UInt8] = []
  private var excess: String?
  private var errorText = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))

  /// Uses an easy handle of libcurl, which must not be in use elsewhere; `authorities` is a file of
  /// CA certificates that replaces the system's.
  init(_ handle: UnsafeMutableRawPointer, to address: WebAddress, authorities: String?) {
    self.handle = handle
    self.address = address
    self.authorities = authorities
  }

  /// Sends the request and waits for the answer, with any status.
  ///
  /// The multi handle keeps connections open. `channel` is polled for a cancellation of page `id`.
  ///
  /// - Throws: ``HTTPError``; ``HTTPError/unwanted`` after a cancellation.
  func run(
    fields: [String], within time: Duration, on multi: UnsafeMutableRawPointer,
    channel: inout RequestChannel, id: Int
  ) throws -> Response {
    var list: UnsafeMutablePointer<curl_slist>?
    defer { ccurl_slist_free_all(list) }
    for field in ["Accept: application/json", "User-Agent: targets"] + fields {
      // A request without one of its fields would mean something else.
      guard let longer = ccurl_slist_append(list, field) else { throw failure(CURLE_OUT_OF_MEMORY) }
      list = longer
    }
    ccurl_easy_reset(handle)
    defer { ccurl_easy_reset(handle) }
    try configure(list, within: time)
    let result = try errorText.withUnsafeMutableBufferPointer { errorText in
      try check(ccurl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText.baseAddress))
      try check(ccurl_multi_add_handle(multi, handle))
      defer { ccurl_multi_remove_handle(multi, handle) }
      return try perform(on: multi, channel: &channel, id: id)
    }
    if let excess { throw HTTPError.tooLarge(address.shown, reason: excess) }
    if result != CURLE_OK { throw failure(result) }
    return Response(
      address: address, status: Int(ccurl_response_code(handle)), headers: headers, body: body)
  }

  private func configure(_ fields: UnsafeMutablePointer<curl_slist>?, within time: Duration) throws
  {
    let milliseconds = Int(max(time / .milliseconds(1), 1))
    let connecting = min(Int(Self.connecting / .milliseconds(1)), milliseconds)
    try check(ccurl_set_text(handle, CURLOPT_URL, address.text))
    try check(ccurl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https"))
    try check(ccurl_set_number(handle, CURLOPT_FOLLOWLOCATION, 0))
    try check(ccurl_set_number(handle, CURLOPT_TIMEOUT_MS, milliseconds))
    try check(ccurl_set_number(handle, CURLOPT_CONNECTTIMEOUT_MS, connecting))
    try check(ccurl_set_number(handle, CURLOPT_NOSIGNAL, 1))
    try check(ccurl_set_number(handle, CURLOPT_SSL_VERIFYPEER, 1))
    try check(ccurl_set_number(handle, CURLOPT_SSL_VERIFYHOST, 2))
    try check(ccurl_set_number(handle, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)))
    // All compressions that libcurl supports; the decompressed size is limited.
    try check(ccurl_set_text(handle, CURLOPT_ACCEPT_ENCODING, ""))
    if let authorities { try check(ccurl_set_text(handle, CURLOPT_CAINFO, authorities)) }
    try check(ccurl_set_pointer(handle, CURLOPT_HTTPHEADER, fields))
    let context = Unmanaged.passUnretained(self).toOpaque()
    try check(ccurl_set_pointer(handle, CURLOPT_HEADERDATA, context))
    try check(
      ccurl_set_receiver(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
        Transfer.receive(bytes, size * count, context) { $0.receiveHeader($1) }
      })
    try check(ccurl_set_pointer(handle, CURLOPT_WRITEDATA, context))
    try check(
      ccurl_set_receiver(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
        Transfer.receive(bytes, size * count, context) { $0.receiveBody($1) }
      })
  }

  private func perform(
    on multi: UnsafeMutableRawPointer, channel: inout RequestChannel, id: Int
  ) throws -> CURLcode {
    while true {
      var running: Int32 = 0
      try check(ccurl_multi_perform(multi, &running))
      if running == 0 { return ccurl_result(multi) }
      var request = curl_waitfd(fd: channel.descriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0)
      // libcurl returns earlier when the transfer times out.
      try check(ccurl_multi_poll(multi, &request, 60_000))
      if request.revents != 0, try channel.isUnwanted(id) { throw HTTPError.unwanted }
    }
  }

  // MARK: Receiving

  private static func receive(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
    _ take: (Transfer, UnsafeRawBufferPointer) -> Bool
  ) -> Int {
    guard let bytes, let context else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    let isTaken = take(transfer, UnsafeRawBufferPointer(start: bytes, count: count))
    return isTaken ? count : count == 0 ? 1 : 0  // any other number aborts the transfer
  }

  private func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
    headerBytes += bytes.count
    guard headerBytes <= Self.mostHeaders else {
      excess = "more than \(Self.mostHeaders >> 10) KiB of headers"
      return false
    }
    let line = String(decoding: bytes, as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      headers = []  // the previous response was an interim one
    } else if let colon = line.firstIndex(of: ":") {
      let name = line[..<colon].lowercased()
      headers.append((name, line[line.index(after: colon)...].trimmed))
    }
    return true
  }

  private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let count = body.count + bytes.count
    if count > Self.mostBody {
      excess = "answer larger than \(Self.mostBody >> 20) MiB"
    } else if count > 1 << 20, let wire = wireBytes, count / Self.mostRatio > wire {
      excess = "answer expands to more than \(Self.mostRatio) times its size"
    }
    guard excess == nil else { return false }
    body += bytes
    return true
  }

  private var wireBytes: Int? {
    let count = ccurl_received_bytes(handle)
    return count > 0 ? Int(count) : nil
  }

  // MARK: Failing

  private func check(_ code: CURLcode) throws {
    // Without TLS in libcurl there is nothing to set for it, and an address of http needs none.
    let isUnknown = [CURLE_NOT_BUILT_IN, CURLE_UNKNOWN_OPTION].contains(code)
    if code == CURLE_OK || isUnknown && !address.isSecure { return }
    throw failure(code)
  }

  private func check(_ code: CURLMcode) throws {
    if code == CURLM_OK { return }
    throw HTTPError.unreachable(
      address.shown, reason: String(cString: ccurl_multi_strerror(code)))
  }

  private func failure(_ result: CURLcode) -> HTTPError {
    // libcurl's detailed message is only shown for TLS errors.
    let reason = String(cString: ccurl_easy_strerror(result))
    switch result {
    case CURLE_OPERATION_TIMEDOUT:
      return .tooSlow(address.shown)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS:
      let words = String(
        decoding: errorText.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      return .untrusted(address.shown, reason: words.isEmpty ? reason : words)
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING:
      return .unreachable(address.shown, reason: "the answer ended early")
    case CURLE_BAD_CONTENT_ENCODING, CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT,
      CURLE_WEIRD_SERVER_REPLY:
      return .wrongShape(address.shown, reason: reason)
    default:
      return .unreachable(address.shown, reason: reason)
    }
  }
}
