import Glibc
import Substrings

/// PostgreSQL's client library, loaded only when a store is on a server, because it needs some
/// twenty other libraries.
///
/// The names and meanings are those of its documentation (*libpq: C Library*).
struct LibPQ {
  typealias Connection = OpaquePointer
  typealias ResultSet = OpaquePointer
  typealias Texts = UnsafePointer<UnsafePointer<CChar>?>

  let connectStart: @convention(c) (Texts, Texts, CInt) -> Connection?
  let connectPoll: @convention(c) (Connection) -> CInt
  let finish: @convention(c) (Connection) -> Void
  let status: @convention(c) (Connection) -> CInt
  let errorMessage: @convention(c) (Connection) -> UnsafePointer<CChar>?
  let socket: @convention(c) (Connection) -> CInt
  let serverVersion: @convention(c) (Connection) -> CInt
  let conninfo: @convention(c) (Connection) -> UnsafeMutableRawPointer?
  let conninfoFree: @convention(c) (UnsafeMutableRawPointer) -> Void
  let backendPID: @convention(c) (Connection) -> CInt
  let needsPassword: @convention(c) (Connection) -> CInt
  let setErrorVerbosity: @convention(c) (Connection, CInt) -> CInt
  let setNonblocking: @convention(c) (Connection, CInt) -> CInt
  let setNoticeReceiver:
    @convention(c) (
      Connection, @convention(c) (UnsafeMutableRawPointer?, ResultSet?) -> Void,
      UnsafeMutableRawPointer?
    ) -> OpaquePointer?

  let enterPipelineMode: @convention(c) (Connection) -> CInt
  let sendQueryParams:
    @convention(c) (
      Connection, UnsafePointer<CChar>, CInt, UnsafePointer<CUnsignedInt>, Texts,
      UnsafePointer<CInt>, UnsafePointer<CInt>, CInt
    ) -> CInt
  let sendPrepare:
    @convention(c) (
      Connection, UnsafePointer<CChar>, UnsafePointer<CChar>, CInt, UnsafePointer<CUnsignedInt>
    ) -> CInt
  let sendQueryPrepared:
    @convention(c) (
      Connection, UnsafePointer<CChar>, CInt, Texts, UnsafePointer<CInt>, UnsafePointer<CInt>, CInt
    ) -> CInt
  let pipelineSync: @convention(c) (Connection) -> CInt
  let sendFlushRequest: @convention(c) (Connection) -> CInt
  let flush: @convention(c) (Connection) -> CInt
  let consumeInput: @convention(c) (Connection) -> CInt
  let isBusy: @convention(c) (Connection) -> CInt
  let setSingleRowMode: @convention(c) (Connection) -> CInt
  let getResult: @convention(c) (Connection) -> ResultSet?
  let notifies: @convention(c) (Connection) -> UnsafeMutableRawPointer?
  let freeMemory: @convention(c) (UnsafeMutableRawPointer) -> Void

  let resultStatus: @convention(c) (ResultSet) -> CInt
  let resultErrorField: @convention(c) (ResultSet, CInt) -> UnsafePointer<CChar>?
  let clear: @convention(c) (ResultSet) -> Void
  let rowCount: @convention(c) (ResultSet) -> CInt
  let columnCount: @convention(c) (ResultSet) -> CInt
  let columnType: @convention(c) (ResultSet, CInt) -> CUnsignedInt
  let isNull: @convention(c) (ResultSet, CInt, CInt) -> CInt
  let length: @convention(c) (ResultSet, CInt, CInt) -> CInt
  let value: @convention(c) (ResultSet, CInt, CInt) -> UnsafePointer<CChar>?

  /// The values of `PQstatus`, `PQconnectPoll` and `PQresultStatus` that are used.
  static let connectionOK: CInt = 0
  static let pollReading: CInt = 1
  static let pollWriting: CInt = 2
  static let pollOK: CInt = 3
  static let commandOK: CInt = 1
  static let tuplesOK: CInt = 2
  static let singleTuple: CInt = 9
  static let fatalError: CInt = 7
  static let pipelineEnd: CInt = 10
  static let pipelineAborted: CInt = 11
  static let defaultErrors: CInt = 1
  static let verboseErrors: CInt = 2

  /// The library, loaded with the first call.
  static func loaded() throws -> LibPQ { try shared.get() }

  private static let shared = Result { try LibPQ() }
}

extension LibPQ {
  /// The library cannot be used.
  struct LoadError: Error, CustomStringConvertible {
    let description: String
  }

  private init() throws {
    let name = "libpq.so.5"
    guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      let reason = dlerror().map { String(cString: $0) } ?? ""
      // Only of the library itself this means that it is not installed.
      let isInstalled =
        !reason.isEmpty && !(reason.hasPrefix(name + ":") && reason.includes("No such file"))
      throw LoadError(
        description: "\(name), needed for PostgreSQL servers, "
          + (isInstalled ? "cannot be loaded: \(reason)" : "is not installed (Debian: libpq5)"))
    }
    func symbol<Function>(_ name: String, as type: Function.Type = Function.self) throws -> Function
    {
      guard let address = dlsym(library, name) else {
        throw LoadError(
          description: "libpq is too old (\(name) is missing); version 14 or newer is required")
      }
      return unsafeBitCast(address, to: type)
    }
    connectStart = try symbol("PQconnectStartParams")
    connectPoll = try symbol("PQconnectPoll")
    finish = try symbol("PQfinish")
    status = try symbol("PQstatus")
    errorMessage = try symbol("PQerrorMessage")
    socket = try symbol("PQsocket")
    serverVersion = try symbol("PQserverVersion")
    conninfo = try symbol("PQconninfo")
    conninfoFree = try symbol("PQconninfoFree")
    backendPID = try symbol("PQbackendPID")
    needsPassword = try symbol("PQconnectionNeedsPassword")
    setErrorVerbosity = try symbol("PQsetErrorVerbosity")
    setNonblocking = try symbol("PQsetnonblocking")
    setNoticeReceiver = try symbol("PQsetNoticeReceiver")
    enterPipelineMode = try symbol("PQenterPipelineMode")
    sendQueryParams = try symbol("PQsendQueryParams")
    sendPrepare = try symbol("PQsendPrepare")
    sendQueryPrepared = try symbol("PQsendQueryPrepared")
    pipelineSync = try symbol("PQpipelineSync")
    sendFlushRequest = try symbol("PQsendFlushRequest")
    flush = try symbol("PQflush")
    consumeInput = try symbol("PQconsumeInput")
    isBusy = try symbol("PQisBusy")
    setSingleRowMode = try symbol("PQsetSingleRowMode")
    getResult = try symbol("PQgetResult")
    notifies = try symbol("PQnotifies")
    freeMemory = try symbol("PQfreemem")
    resultStatus = try symbol("PQresultStatus")
    resultErrorField = try symbol("PQresultErrorField")
    clear = try symbol("PQclear")
    rowCount = try symbol("PQntuples")
    columnCount = try symbol("PQnfields")
    columnType = try symbol("PQftype")
    isNull = try symbol("PQgetisnull")
    length = try symbol("PQgetlength")
    value = try symbol("PQgetvalue")
  }
}
