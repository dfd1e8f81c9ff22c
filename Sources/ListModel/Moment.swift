import Glibc

/// A moment in microseconds since 1970, UTC.
package struct Moment: Hashable, Comparable, Sendable {
  package let microseconds: Int64

  /// ±36,000 years, so that arithmetic cannot overflow.
  private static let furthest: Int64 = 1 << 60

  /// Makes a moment, limited to the range that can be calculated with.
  package init(microseconds: Int64) {
    self.microseconds = min(max(microseconds, -Self.furthest), Self.furthest)
  }

  package static var now: Moment {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Moment(microseconds: Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000)
  }

  package static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }

  /// The moment as a whole number of seconds, rounded down.
  var seconds: Int {
    let (quotient, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return Int(rest < 0 ? quotient - 1 : quotient)
  }
}

// MARK: Written

extension Moment: CustomStringConvertible {
  /// In RFC 3339, UTC, to the second.
  package var description: String {
    var (seconds, parts) = (time_t(seconds), tm())
    gmtime_r(&seconds, &parts)
    return "\(Self.date(parts))T\(Self.time(parts)):\(Self.two(parts.tm_sec))Z"
  }

  /// In RFC 3339, UTC, to the microsecond.
  package var exact: String {
    let rest = ((microseconds % 1_000_000) + 1_000_000) % 1_000_000
    if rest == 0 { return description }
    let digits = String(rest)
    let fraction = String(repeating: "0", count: 6 - digits.count) + digits
    return "\(description.dropLast()).\(fraction)Z"
  }

  /// Date and time of day in the user's time zone, to the minute.
  package var local: String { "\(localDate) \(Self.time(localParts))" }

  /// How long ago it was, in one unit, as in `5m`, `3h`, `2d`, `4w` or `3y`.
  package func age(at now: Moment) -> String {
    let minutes = max(now.microseconds - microseconds, 0) / 60_000_000
    let (hours, days) = (minutes / 60, minutes / (60 * 24))
    if hours < 1 { return "\(minutes)m" }
    if days < 1 { return "\(hours)h" }
    if days < 28 { return "\(days)d" }
    return days < 2 * 365 ? "\(days / 7)w" : "\(days / 365)y"
  }

  /// How long ago it was, as in `5 s ago` or `3 min ago`; the date if it was long ago.
  package func ago(at now: Moment) -> String {
    // The clock of a server may be ahead of this one.
    let seconds = max(now.microseconds - microseconds, 0) / 1_000_000
    switch seconds {
    case 0: return "just now"
    case ..<60: return "\(seconds) s ago"
    case ..<3_600: return "\(seconds / 60) min ago"
    default: return "on \(local)"
    }
  }

  /// The date in the user's time zone.
  package var localDate: String { Self.date(localParts) }

  /// Its day in the user's time zone, as in `19 Nov`; with the year if that is not the year of `now`.
  package func shortDate(at now: Moment = .now) -> String {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let parts = localParts
    let day = "\(parts.tm_mday) \(months[Int(parts.tm_mon)])"
    return parts.tm_year == now.localParts.tm_year ? day : "\(day) \(parts.tm_year + 1_900)"
  }

  /// The date in the user's time zone as a number of days since 1970.
  package var localDay: Int {
    var parts = localParts
    return Int(timegm(&parts)) / 86_400
  }

  /// The beginning of its day in the user's time zone.
  package var startOfDay: Moment { Moment(localDate) ?? self }

  package var startOfNextDay: Moment { startOfDay.adding(days: 1).startOfDay }

  private var localParts: tm {
    var (seconds, parts) = (time_t(seconds), tm())
    localtime_r(&seconds, &parts)
    return parts
  }

  private static func date(_ parts: tm) -> String {
    let year = String(Int(parts.tm_year) + 1_900)
    let padding = String(repeating: "0", count: max(4 - year.count, 0))
    return "\(padding)\(year)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
  }

  private static func time(_ parts: tm) -> String { "\(two(parts.tm_hour)):\(two(parts.tm_min))" }

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

// MARK: Read

extension Moment {
  /// Reads a date (the beginning of that day in the user's time zone), or a date and time in RFC 3339.
  ///
  /// `2026-12-01`, `2026-12-01T08:30`, `2026-12-01 08:30:00`, `2026-12-01T08:30:00Z` and `…+01:00`
  /// are understood; without an offset, the time is in the user's time zone.
  package init?(_ text: String) {
    var rest = text[...]
    var parts = tm()
    guard let year = rest.number(4), rest.drop("-"), let month = rest.number(2), rest.drop("-"),
      let day = rest.number(2), (1...12).contains(month), (1...31).contains(day), year >= 1_970
    else { return nil }
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1_900, month - 1, day)
    var (offset, fraction): (Int?, Int64) = (nil, 0)
    if rest.drop("T") || rest.drop("t") || rest.drop(" ") {
      guard let hour = rest.number(2), rest.drop(":"), let minute = rest.number(2), hour < 24,
        minute < 60
      else { return nil }
      (parts.tm_hour, parts.tm_min) = (hour, minute)
      if rest.drop(":") {
        guard let second = rest.number(2), second <= 60 else { return nil }
        parts.tm_sec = second
        if rest.drop(".") {
          let digits = rest.prefix { $0.isASCII && $0.isNumber }
          guard !digits.isEmpty else { return nil }
          fraction = Int64((digits + "00000").prefix(6)) ?? 0
          rest = rest.dropFirst(digits.count)
        }
      }
      guard let found = rest.offset() else { return nil }
      offset = found.seconds
    }
    guard rest.isEmpty else { return nil }
    parts.tm_isdst = -1
    let seconds = offset.map { timegm(&parts) - $0 } ?? mktime(&parts)
    // The 31st of a shorter month was turned into another day.
    guard parts.tm_mday == Int32(day), seconds >= 0 else { return nil }
    self.init(microseconds: Int64(seconds) * 1_000_000 + fraction)
  }

  /// The moment after a duration in hours, days, weeks or months, such as `30d`; `nil` for an invalid text.
  ///
  /// After days and longer units, the time of day in the user's time zone is the same.
  package func after(_ text: String) -> Moment? { shifted(by: text, sign: 1) }

  /// The moment before this one by a duration such as `30d`.
  package func before(_ text: String) -> Moment? { shifted(by: text, sign: -1) }

  /// The same time of day in the user's time zone, some days later, or earlier if negative.
  package func adding(days: Int) -> Moment {
    shifted { $0.tm_mday += Int32(days) }
  }

  /// The largest number of hours, days, weeks or months in a duration.
  package static let mostUnits = 10_000

  /// Whether a text has the form of a duration, such as `30d`, with a number above ``mostUnits``.
  package static func isTooLong(_ text: String) -> Bool {
    guard let unit = text.utf8.last, "hdwm".utf8.contains(unit) else { return false }
    let digits = text.utf8.dropLast().drop { $0 == UInt8(ascii: "0") }
    guard digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return false }
    // A number with more digits than Int has is too large in any case.
    return digits.count > 9 || Int(String(digits) ?? "").map { $0 > mostUnits } ?? false
  }

  private func shifted(by text: String, sign: Int32) -> Moment? {
    guard let unit = text.last, let count = Int32(text.dropLast()),
      (1...Int32(Self.mostUnits)).contains(count), text.first != "+"
    else { return nil }
    let signed = sign * count
    switch unit {
    case "h": return Moment(microseconds: microseconds + Int64(signed) * 3_600_000_000)
    case "d": return shifted { $0.tm_mday += signed }
    case "w": return shifted { $0.tm_mday += signed * 7 }
    case "m": return shifted { $0.tm_mon += signed }
    default: return nil
    }
  }

  private func shifted(_ change: (inout tm) -> Void) -> Moment {
    var parts = localParts
    change(&parts)
    parts.tm_isdst = -1
    return Moment(microseconds: Int64(mktime(&parts)) * 1_000_000)
  }
}

extension Substring {
  fileprivate mutating func drop(_ character: Character) -> Bool {
    guard first == character else { return false }
    removeFirst()
    return true
  }

  fileprivate mutating func number(_ digits: Int) -> Int32? {
    let text = prefix(digits)
    guard text.count == digits, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    removeFirst(digits)
    return Int32(text)
  }

  /// Reads an offset from UTC: its seconds are `nil` without an offset, the result is `nil` if it is
  /// invalid.
  fileprivate mutating func offset() -> (seconds: Int?, Void)? {
    if isEmpty { return (nil, ()) }
    if drop("Z") || drop("z") { return (0, ()) }
    let sign = first == "-" ? -1 : 1
    guard drop("+") || drop("-"), let hours = number(2), drop(":"), let minutes = number(2),
      hours < 24, minutes < 60
    else { return nil }
    return (sign * (Int(hours) * 3_600 + Int(minutes) * 60), ())
  }
}
