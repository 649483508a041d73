import Formats
import Testing

@testable import CaptureTime

@Suite("PNG times")
struct PNGTimesTests {
  @Test(
    "Creation Time is read as mail has dates, and as EXIF has them",
    arguments: [
      ("Sun, 29 Oct 2023 10:11:12 GMT", "2023-10-29T10:11:12+00:00"),
      ("29 Oct 2023 10:11:12 +0900", "2023-10-29T10:11:12+09:00"),
      ("Sun, 29 Oct 2023 10:11:12 EST", "2023-10-29T10:11:12-05:00"),
      ("Sun, 29 October 2023 10:11", "2023-10-29T10:11"),
      ("Sun, 29 Oct 23 10:11:12", "2023-10-29T10:11:12"),
      ("Sun, 1 Oct 1995 10:11:12 PDT", "1995-10-01T10:11:12-07:00"),
      ("29 Oct 2023", "2023-10-29"), ("2023:10:29 10:11:12", "2023-10-29T10:11:12"),
      ("2023-10-29T10:11:12+02:00", "2023-10-29T10:11:12+02:00"),
      ("Sun 29 Oct 2023 10:11:12 PM JST", "2023-10-29T22:11:12+09:00"),
      ("So 29 Okt 2023 10:11:12 CET", nil),
      ("So 29 Oct 2023 10:11:12 CET", "2023-10-29T10:11:12+01:00"),
      ("Sun Oct 29 10:11:12 2023", "2023-10-29T10:11:12"),
      ("Sun Oct  1 10:11:12 EST 2023", "2023-10-01T10:11:12-05:00"),
    ] as [(String, String?)])
  func creation(text: String, meaning: String?) throws {
    var png = PNGTimestamps()
    png.creation = Array(text.utf8)[...]
    let reading = try #require(PNGTimes.read(png, zone: .utc).first)
    #expect(reading.source == .pngCreationTime)
    #expect((try? reading.result.get())?.description == meaning)
  }

  @Test(
    "What is no date is rejected",
    arguments: [
      (
        "yesterday",
        CaptureTimeRejection.wrongSyntax(observed: "yesterday", expected: InternetDate.syntax)
      ),
      ("31 Feb 2023 10:11:12", .outOfRange(field: .day, observed: 31, expected: 1...28)),
      (
        "29 Oct x 10:11:12",
        .wrongSyntax(observed: "29 Oct x 10:11:12", expected: InternetDate.syntax)
      ),
    ])
  func rejected(text: String, reason: CaptureTimeRejection) throws {
    var png = PNGTimestamps()
    png.creation = Array(text.utf8)[...]
    let reading = try #require(PNGTimes.read(png, zone: .utc).first)
    #expect(throws: reason) { try reading.result.get() }
  }

  @Test("tIME is the last change in UTC, shown in the zone, and loses to a name")
  func change() throws {
    var metadata = EmbeddedMetadata()
    metadata.png.change = [0x07, 0xE7, 10, 29, 10, 11, 12]
    let reader = CaptureTimeReader(zone: try .parse("Asia/Seoul"), now: 1_790_000_000)
    let report = reader.report(
      metadata: metadata, fileName: Array("2020-01-02.png".utf8), modified: 0)
    #expect(report.candidates.map(\.source) == [.fileName, .pngTime, .fileModified])
    #expect(report.candidates[1].time?.description == "2023-10-29T19:11:12+09:00")
    #expect(report.chosen?.source == .fileName)
    metadata.png.change = [0x07, 0xE7, 13, 29, 10, 11, 12]
    #expect(reader.report(metadata: metadata).chosen == nil)
    metadata.png.change = [0x07, 0xE7, 10]
    #expect(reader.report(metadata: metadata).chosen == nil)
  }
}
