import Testing

@testable import CaptureTime

@Suite("IPTC times")
struct IPTCTimesTests {
  @Test(
    "Date and time are read with their offset",
    arguments: [
      ("20160112", "153328+0900", "2016-01-12T15:33:28+09:00"),
      ("20160112", "153328-0330", "2016-01-12T15:33:28-03:30"),
      ("20160112", "153328", "2016-01-12T15:33:28"), ("20160112", nil, "2016-01-12"),
      ("20160112", "", "2016-01-12"), ("2016-01-12", "15:33:28", "2016-01-12T15:33:28"),
      ("2016:01:12", "15:33:28-5:00", "2016-01-12T15:33:28-05:00"),
      ("2016-01-12", nil, "2016-01-12"), ("20160112", "noon", "2016-01-12"),
    ])
  func read(date: String, time: String?, meaning: String) throws {
    let read = IPTCTimes.read([stream(date: date, time: time)])
    #expect(try read.readings.map { try $0.result.get().description } == [meaning])
    #expect(read.problems.isEmpty)
  }

  @Test(
    "What is no date or time is rejected",
    arguments: [
      ("00000000", nil, CaptureTimeRejection.zeros), ("        ", nil, .blank),
      ("20160000", nil, .incomplete(missing: .month)),
      ("20160100", nil, .incomplete(missing: .day)),
      ("20160230", nil, .outOfRange(field: .day, observed: 30, expected: 1...29)),
      ("20160112", "250000+0000", .outOfRange(field: .hour, observed: 25, expected: 0...23)),
      ("12.01.2016", nil, .wrongSyntax(observed: "12.01.2016", expected: IPTCTimes.syntax)),
    ])
  func rejected(date: String, time: String?, reason: CaptureTimeRejection) throws {
    let reading = try #require(IPTCTimes.read([stream(date: date, time: time)]).readings.first)
    #expect(throws: reason) { try reading.result.get() }
  }

  @Test("The first stream that has a date is taken, other datasets are passed over")
  func streams() throws {
    let other = dataset(5, "Title") + dataset(60, "101010")
    let read = IPTCTimes.read([other[...], stream(date: "20160112", time: nil)])
    #expect(try read.readings.map { try $0.result.get().description } == ["2016-01-12"])
    #expect(read.readings.first?.rawText == "20160112")
  }

  @Test("The day on which it became digital is read with its own time, after the picture's own")
  func digital() throws {
    let digital = dataset(62, "20231029") + dataset(63, "101112+0900")
    let read = IPTCTimes.read([digital[...], stream(date: "20160112", time: "101112")])
    #expect(read.readings.map(\.source) == [.iptcDigitalCreationDate, .iptcDateCreated])
    #expect(
      try read.readings.map { try $0.result.get().description } == [
        "2023-10-29T10:11:12+09:00", "2016-01-12T10:11:12",
      ])
  }

  @Test("Extended and cut datasets end the reading and are named")
  func broken() {
    let extended = dataset(5, "x") + [0x1C, 2, 55, 0x80, 4, 0, 0, 0, 8] + Array("20160112".utf8)
    #expect(IPTCTimes.read([extended[...]]).readings.isEmpty)
    #expect(IPTCTimes.read([extended[...]]).problems == [.iptcExtendedDataset(offset: 6)])
    let cut = dataset(55, "20160112").dropLast()
    #expect(IPTCTimes.read([cut]).readings.isEmpty)
    #expect(IPTCTimes.read([cut]).problems == [.iptcTruncated(offset: 0, observed: 7, expected: 8)])
    #expect(IPTCTimes.read([[]]).problems.isEmpty)
    #expect(IPTCTimes.read([[0, 0, 0, 0, 0, 0]]).problems.isEmpty)
  }

  private func stream(date: String, time: String?) -> ArraySlice<UInt8> {
    (dataset(0, "\0\u{2}") + dataset(55, date) + (time.map { dataset(60, $0) } ?? []) + [0])[...]
  }

  private func dataset(_ number: UInt8, _ value: String) -> [UInt8] {
    [0x1C, 2, number, 0, UInt8(value.utf8.count)] + Array(value.utf8)
  }
}
