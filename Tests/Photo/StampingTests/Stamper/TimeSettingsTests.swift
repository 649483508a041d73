import CaptureTime
import Testing

@testable import Stamping

@Suite("Settings of time")
struct TimeSettingsTests {
  @Test(
    "What only UTC tells needs a zone where the machine's may not be asked",
    arguments: [
      (CaptureTimeSource.gps, 0, true), (.pngTime, 0, true), (.companion, 0, true),
      (.fileName, 0, true), (.fileName, 32_400, false), (.companion, -18_000, false),
      (.exifDateTimeOriginal, 0, false), (.fileName, nil, false),
    ] as [(CaptureTimeSource, Int?, Bool)])
  func zone(source: CaptureTimeSource, offset: Int?, needsZone: Bool) {
    let settings = TimeSettings(
      reader: CaptureTimeReader(zone: .utc, now: 1_790_000_000), given: nil,
      adjustment: CaptureTimeAdjustment(), requiresCaptureTime: false, isReproducible: true)
    let time = CaptureTime(wallSeconds: 1_700_000_000, offset: offset, source: source)
    #expect(settings.needsZone(time) == needsZone)
  }
}
