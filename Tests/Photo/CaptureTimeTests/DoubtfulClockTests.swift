import Formats
import Testing

@testable import CaptureTime

@Suite("Doubtful clocks")
struct DoubtfulClockTests {
  @Test(
    "A clock that nobody set loses to anything, and is used with its doubt where there is nothing",
    arguments: [
      "2002:12:08 12:00:00", "1904:01:01 00:00:00", "1970:01:01 00:00:00", "1980:01:01 00:00:00",
      "2000:01:01 00:00:00",
    ])
  func neverSet(text: String) {
    let metadata = exif(text)
    let alone = reader.report(metadata: metadata)
    #expect(alone.chosen?.source == .exifDateTimeOriginal)
    #expect(alone.doubt == .neverSet)
    #expect(alone.isDoubtful)
    let named = reader.report(metadata: metadata, fileName: Array("IMG_20230131.jpg".utf8))
    #expect(named.chosen?.source == .fileName)
    #expect(named.doubt == nil)
    #expect(named.candidates.first?.outcome == .doubtful)
    #expect(named.candidates.first?.doubt == .neverSet)
    let modified = reader.report(metadata: metadata, modified: 1_700_000_000)
    #expect(modified.chosen?.source == .fileModified)
  }

  @Test(
    "Near these times, and where only the day is known, there is no doubt",
    arguments: ["2002:12:08 12:00:01", "2000:01:01 00:00:01", "2000:01:01", "2001:01:01 00:00:00"])
  func set(text: String) {
    let report = reader.report(metadata: exif(text), modified: 1_700_000_000)
    #expect(report.chosen?.source == .exifDateTimeOriginal)
    #expect(report.doubt == nil)
  }

  @Test("What a person gives is not doubted")
  func given() throws {
    let given = try GivenTime.parse("2000-01-01 00:00:00")
    #expect(reader.report(metadata: EmbeddedMetadata(), given: given).doubt == nil)
  }

  @Test(
    "A GPS date 1,024 or 2,048 weeks before another candidate is doubtful",
    arguments: [(1_024, true), (2_048, true), (1_023, false), (512, false)])
  func weeks(count: Int, isDoubtful: Bool) throws {
    let day = try #require(CivilDate(year: 2023, month: 1, day: 31))
    let gps = day.adding(days: -count * 7).description.replacing("-", with: ":")
    var metadata = EmbeddedMetadata()
    metadata.exif =
      ExifSample(gps: [.gpsDateStamp: gps], gpsTime: [(1, 1), (2, 1), (3, 1)]).bytes[...]
    let report = reader.report(metadata: metadata, fileName: Array("20230131_100203.jpg".utf8))
    #expect(report.candidates.first?.doubt == (isDoubtful ? .gpsWeeks : nil))
    #expect(report.chosen?.source == (isDoubtful ? .fileName : .gps))
  }

  @Test("Hour 24 is 0 of the same day where another candidate agrees")
  func agreed() {
    let report = reader.report(
      metadata: exif("2023:01:31 24:08:19", digitized: "2023:01:31 00:08:19"))
    #expect(report.chosen?.description == "2023-01-31T00:08:19")
    #expect(report.chosen?.source == .exifDateTimeOriginal)
    #expect(report.doubt == nil)
    #expect(report.candidates.first?.notes == [.hour24])
  }

  @Test("Hour 24 that no candidate explains is doubtful, and better than the file's last change")
  func hour24() {
    let metadata = exif("2023:01:31 24:08:19")
    let alone = reader.report(metadata: metadata, modified: 1_700_000_000)
    #expect(alone.chosen?.description == "2023-01-31T00:08:19")
    #expect(alone.doubt == .hour24)
    let named = reader.report(metadata: metadata, fileName: Array("20230201_000819.jpg".utf8))
    #expect(named.chosen?.description == "2023-02-01T00:08:19")
    #expect(reader.report(metadata: exif("2023:01:31 24:60:19")).chosen == nil)
  }

  @Test("Hour 24 of a GPS time and of a name is read like that of a clock")
  func hour24Elsewhere() {
    var metadata = EmbeddedMetadata()
    metadata.exif =
      ExifSample(gps: [.gpsDateStamp: "2023:01:31"], gpsTime: [(24, 1), (8, 1), (19, 1)]).bytes[...]
    let gps = reader.report(metadata: metadata)
    #expect(gps.chosen?.description == "2023-01-31T00:08:19+00:00" && gps.doubt == .hour24)
    let name = Array("IMG_20230131_240819.jpg".utf8)
    let named = reader.report(metadata: EmbeddedMetadata(), fileName: name, modified: 1_700_000_000)
    #expect(named.chosen?.description == "2023-01-31T00:08:19" && named.doubt == .hour24)
    let agreed = reader.report(metadata: exif("2023:01:31 00:08:19"), fileName: name)
    #expect(agreed.candidates.last?.notes == [.hour24])
  }

  @Test("Of several EXIF blocks the first value wins, and all are listed")
  func blocks() {
    var metadata = EmbeddedMetadata()
    for date in ["2007:04:08 15:25:46", "2008:04:08 15:25:46"] {
      metadata.add(exif: ExifSample(exif: [.dateTimeOriginal: date]).bytes[...])
    }
    let report = reader.report(metadata: metadata)
    #expect(report.candidates.map(\.outcome) == [.chosen, .notNeeded])
    #expect(report.chosen?.year == 2007)
    metadata.exif = ExifSample(main: [.make: "Maker"]).bytes[...]
    #expect(reader.report(metadata: metadata).chosen?.year == 2008)
  }

  private func exif(_ original: String, digitized: String? = nil) -> EmbeddedMetadata {
    var tags: [TIFFTag: String] = [.dateTimeOriginal: original]
    tags[.dateTimeDigitized] = digitized
    var metadata = EmbeddedMetadata()
    metadata.exif = ExifSample(exif: tags).bytes[...]
    return metadata
  }

  private let reader = CaptureTimeReader(zone: .utc, now: 1_790_000_000)
}
