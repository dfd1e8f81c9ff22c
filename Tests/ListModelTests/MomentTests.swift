import ListModel
import Testing

struct MomentTests {
  @Test(arguments: [
    ("2026-12-01T08:30:15Z", 1_796_113_815), ("1970-01-01T00:00:00z", 0),
    ("2026-12-01T08:30:15+01:30", 1_796_108_415), ("2026-12-01 08:30Z", 1_796_113_800),
    ("2024-02-29T00:00:00-02:00", 1_709_172_000),
  ])
  func momentsAreRead(text: String, seconds: Int64) {
    #expect(Moment(text) == Moment(microseconds: seconds * 1_000_000))
  }

  @Test(arguments: [
    "", "2026", "2026-13-01", "2026-02-30", "2026-1-1", "2026-12-01T", "2026-12-01T24:00Z",
    "2026-12-01T08:61Z", "2026-12-01T08:00+1:00", "2026-12-01 ", "26-12-01", "1969-12-31",
    "2026-12-01T08:00:00Zx", "２０２６-12-01",
  ])
  func otherTextsAreNotMoments(text: String) {
    #expect(Moment(text) == nil)
  }

  @Test(arguments: [Int64.min, .min + 1, -1, .max])
  func anyNumberIsAMoment(microseconds: Int64) {
    let moment = Moment(microseconds: microseconds)
    #expect(moment.description.hasSuffix("Z"))
    #expect(moment.exact.hasPrefix(String(moment.description.dropLast())))
  }

  @Test func aDateIsItsBeginningWhereTheUserIs() throws {
    let moment = try #require(Moment("2026-07-01"))
    #expect(moment.local == "2026-07-01 00:00")
    #expect(moment.localDate == "2026-07-01")
    #expect(Moment("2026-07-02")?.localDay == moment.localDay + 1)
  }

  /// Every day of a year, including those on which clocks change, in any time zone.
  @Test(arguments: 0..<366)
  func eachDayIsFollowedByTheNext(day: Int64) {
    let moment = Moment(microseconds: 1_796_113_815_000_000 + day * 86_400_000_000)
    let (start, next) = (moment.startOfDay, moment.startOfNextDay)
    #expect(start <= moment && moment < next)
    #expect(start.localDay == moment.localDay && start.startOfDay == start)
    #expect(next.localDay == moment.localDay + 1 && next.startOfDay == next)
  }

  @Test func momentsAreWrittenAsTheyAreRead() {
    let moment = Moment(microseconds: 1_796_113_815_999_999)
    #expect("\(moment)" == "2026-12-01T08:30:15Z")
    #expect(Moment("\(moment)") == Moment(microseconds: 1_796_113_815_000_000))
    #expect(moment.exact == "2026-12-01T08:30:15.999999Z")
    #expect(Moment(moment.exact) == moment)
    #expect(Moment(microseconds: 1_000_042).exact == "1970-01-01T00:00:01.000042Z")
    #expect(Moment(microseconds: 5_000_000).exact == "1970-01-01T00:00:05Z")
    #expect(Moment("1970-01-01T00:00:01.5Z") == Moment(microseconds: 1_500_000))
    #expect(Moment("1970-01-01T00:00:01.12345678Z") == Moment(microseconds: 1_123_456))
  }

  @Test func timesAreAdded() throws {
    let start = try #require(Moment("2026-01-31T12:00"))
    #expect(start.after("36h")?.local == "2026-02-02 00:00")
    #expect(start.after("1d")?.local == "2026-02-01 12:00")
    #expect(start.after("2w")?.local == "2026-02-14 12:00")
    #expect(start.after("12m")?.local == "2027-01-31 12:00")
    #expect(start.before("1d")?.local == "2026-01-30 12:00")
    let march = try #require(Moment("2026-03-01"))
    #expect(march.before("1m")?.local == "2026-02-01 00:00")
    #expect(march.adding(days: -1).localDate == "2026-02-28")
    #expect(march.adding(days: 0) == march)
  }

  @Test(arguments: ["", "d", "0d", "-1d", "+1d", "1", "1y", "1.5d", "99999d", "1 d"])
  func otherTextsAreNotDurations(text: String) {
    #expect(Moment.now.after(text) == nil)
  }
}
