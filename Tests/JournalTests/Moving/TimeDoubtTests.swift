import CaptureTime
import Journal
import Testing

@Suite("A doubtful time")
struct TimeDoubtTests {
  private static let dayBefore = CivilDate(daysSinceEpoch: 19_752)

  /// A journal whose day begins at four, with one post of noon.
  private func export() async throws -> TestExport {
    let source = try TestJournal(settings: [.timeZone: "Asia/Seoul", .dayStart: "04:00"])
    try await source.post("2024-01-31 12:00:00+09:00")
    return try TestExport(of: source)
  }

  @Test(
    "is one of a last change, of an assumed offset, of the future or of another day",
    arguments: [
      ("source", "\"exif:DateTime\"", [.lastChange(.exifDateTime)]),
      ("source", "\"fileModified\"", [.lastChange(.fileModified)]),
      ("source", "\"gps\"", []),
      ("offsetAssumed", "true", [.offsetAssumed(zone: "Asia/Seoul")]),
      ("posted", "0", []),
      ("instant", "1706670000", []),
      // 03:59:59 in Seoul counts to the day before.
      ("instant", "1706641199", [.otherDay(told: dayBefore)]),
      ("instant", "1706641200", []),
      ("zone", "\"America/New_York\"", [.otherDay(told: dayBefore)]),
    ] as [(String, String, [TimeDoubt])])
  func doubts(field: String, json: String, doubts: [TimeDoubt]) async throws {
    let export = try await export()
    try export.change(0, field, to: json)
    #expect(try await export.run(.preview(of: nil)).map(\.doubts) == [doubts])
  }

  @Test("is told in the future from the given moment on")
  func future() async throws {
    let export = try await export()
    let noon = 1_706_670_000
    #expect(try await export.run(.preview(of: nil), now: noon).map(\.doubts) == [[]])
    #expect(try await export.run(.preview(of: nil), now: noon - 1).map(\.doubts) == [[.inFuture]])
  }

  @Test("is none where only the day is known, whenever days begin")
  func dayOnly() async throws {
    let source = try TestJournal(settings: [.timeZone: "Asia/Seoul"])
    try await source.post("2024-01-31")
    try source.journal.set(.dayStart, to: "04:00")
    let export = try TestExport(of: source)
    #expect(try await export.run(.preview(of: nil)).map(\.doubts) == [[]])
  }
}
