/// An action on a throttle or a debounce, with the time in milliseconds.
enum PacingStep {
  case send(Int, String)
  case flush(Int)
  case cancel(Int)

  var time: Int {
    switch self {
    case .send(let time, _), .flush(let time), .cancel(let time): time
    }
  }
}
