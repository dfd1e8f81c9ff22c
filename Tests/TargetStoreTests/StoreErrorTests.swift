import CSQLite
import Foundation
import Glibc
import NameSearch
import Testing

@testable import TargetStore

struct StoreErrorTests {
  @Test func everyErrorIsOneLineThatNamesItsSubject() throws {
    let path = "/some/targets.db"
    let errors: [StoreError] = [
      .unusable(path: path, reason: "not a regular file"), .damaged(path: path, reason: "torn"),
      .newerVersion(path: path, found: 9, known: 1),
      .olderVersion(path: path, found: 2, known: 3), .readOnly(path: path), .full(path: path),
      .busy(path: path), .notOwned(path: path), .notAllowed(path: path, reason: "no INSERT"),
    ]
    for error in errors { #expect(error.description.hasPrefix("\(path): ")) }
    #expect(StoreError.changedSince(try Name("Arya")).description.hasPrefix("Arya: "))
    for error in errors + [.noPath, .cancelled] {
      #expect(!error.description.contains("\n"))
      #expect(!error.description.hasSuffix("."))
    }
  }

  /// A reading can fail while an edit is being stored, so its text tells nothing about edits.
  @Test func aFailedReadingTellsNothingAboutEdits() {
    let path = "/some/targets.db"
    let errors: [StoreError] = [
      .readOnly(path: path), .full(path: path), .busy(path: path), .replaced(path: path),
      .offline(path: path, reason: "r"), .refused(path: path, reason: "r"),
      .notAllowed(path: path, reason: "no SELECT"), .cancelled,
    ]
    for error in errors {
      #expect(error.description.contains("; nothing was changed"))
      #expect(
        error.descriptionOfReading
          == error.description.replacingOccurrences(of: "; nothing was changed", with: ""))
    }
  }

  /// If these calls fail, SQLite reports a damaged or read-only file.
  @Test(arguments: [SQLITE_CORRUPT, SQLITE_READONLY, SQLITE_READONLY | 4 << 8, SQLITE_CANTOPEN])
  func aFailingDiskIsNotReportedAsDamage(code: CInt) {
    for number in [EIO, EINTR, EAGAIN, EMFILE] {
      let error = SQLiteError(code: code, message: "malformed", systemError: number)
      let reason = StoreError(error, path: "/some/targets.db")
      let text = String(cString: strerror(number))
      #expect(reason.reason == (code == SQLITE_CANTOPEN ? "malformed" : text))
    }
  }

  @Test func sqlitesErrorsAboutTheFileAreReported() {
    func description(_ code: CInt, _ number: CInt = 0) -> String {
      let error = SQLiteError(code: code, message: "said by SQLite", systemError: number)
      return "\(StoreError(error, path: "p"))"
    }
    #expect(description(SQLITE_CORRUPT).contains("damaged"))
    #expect(description(SQLITE_CORRUPT, ENOENT).contains("damaged"))
    #expect(description(SQLITE_READONLY).contains("read-only"))
    #expect(description(SQLITE_READONLY | 4 << 8, ENOENT).contains("deleted or replaced"))
    #expect(description(SQLITE_CANTOPEN, EROFS).contains("read-only"))
  }
}
