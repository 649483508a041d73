import Files
import Formats
import HTTPTypes
import HummingbirdTesting
import Journal
import JPEGSplice
import Raster
import Stamping
import Store
import SystemPackage
import Testing
import TestSupport

@testable import CaptureTime
@testable import JournalServer

@Suite("What is wrong with a photo that was sent")
struct ProblemStatusTests {
  private static let time = CaptureTime(wallSeconds: 1_706_700_000, source: .fileModified)

  @Test(
    "is a problem of the photo's, not of the server's",
    arguments: [
      (.file(.empty("a")), 422), (.file(.tooLarge("a", limit: 1)), 413),
      (.file(.overMemory("a", size: 2, allowed: 1)), 422),
      (.photo(.empty), 422), (.photo(.unknownFormat(start: [])), 415),
      (.photo(.unsupported(.jpegWithoutHeight)), 415),
      (.photo(.unsupported(.hierarchicalJPEG)), 415),
      (.photo(.truncated(.tiff, part: "IFD0", at: 0, needed: 2, available: 1)), 422),
      (.photo(.missing(.heic, part: "ispe", at: 0)), 422),
      (.photo(.invalid(.gif, field: "width", at: 0, observed: 0, expected: "1")), 422),
      (.photo(.encodedFormat(observed: nil, expected: .png)), 422),
      (.photo(.tooLarge(.webp, size: 2, limit: 1)), 422),
      (.raster(.cannotDecode(.avif, detail: "")), 422), (.raster(.damaged(.avif, detail: "")), 422),
      (.raster(.cannotEncode(.avif, detail: "")), 422),
      (.raster(.sideTooLong(.webp, observed: 2, limit: 1)), 422),
      (.raster(.otherSize(width: 1, height: 1, expectedWidth: 2, expectedHeight: 2)), 422),
      (.sizeMismatch(width: 1, height: 1, expectedWidth: 2, expectedHeight: 2), 422),
      (.jpeg(.unsupported(.arithmetic)), 422), (.jpeg(.damaged(.endsEarly, at: 1)), 422),
      (.jpeg(.missing(part: "EOI", at: 1)), 422),
      (.tooManyPixels(width: 9, height: 9, limit: 1), 422),
      (.tooManyFrames(frames: 9, width: 9, height: 9, limit: 1), 422),
      (.tooMuchMemory(needed: 2, allowed: 1), 422), (.onlyFileModified(time), 422),
      (.noCaptureTime(CaptureTimeReport(candidates: [], problems: [])), 422),
      (.shift(time, .finerThanPrecision(shift: 1, precision: .day)), 422),
      (.losses([.cmyk]), 422), (.notStamped, 422),
      (.formatWithoutStamp(.png), 422), (.stampedForGood, 422), (.editedSinceStamping, 422),
      (.unreadableStamp(offset: 1), 422), (.label(.emptyTemplate), 422),
      // These are not the photo's doing.
      (.raster(.cannotAllocate(width: 1, height: 1)), 503),
      (.raster(.cannotDraw(font: "a.ttf", detail: "")), 500), (.failedCheck, 500),
      (.file(.system(.read, "a", .ioError)), 500),
      (.file(.system(.write, "a", .noSpace)), 507),
    ] as [(StampError, Int)])
  func statuses(error: StampError, status: Int) {
    let problem = Problem(error)
    #expect(problem.status == status, "\(error)")
    #expect(status == 500 || problem.name != "server")
    #expect((problem.retryAfter == nil) == (status != 503))
  }

  @Test("names an AVIF's damage, whatever of it is damaged")
  func damagedAVIF() async throws {
    let site = try await Site()
    let whole = try MadePhoto.image(width: 400, height: 300)
      .encoded(as: Encoding(.avif, quality: 60))
    let data = try #require(whole.indices.first { whole[$0...].starts(with: Array("mdat".utf8)) })
    let places = stride(from: data + 4, to: whole.count, by: max(1, (whole.count - data) / 12))
    for place in places {
      var bad = whole
      for index in place..<min(place + 40, bad.count) { bad[index] ^= 0x5A }
      let response = try await site.post(bad, [("time", "2024-01-31T12:00")], name: "a.avif")
      #expect(response.status.code < 500, "\(place - data)")
    }
    let lying = try HostilePhoto.heif(
      .avif, width: 400, height: 300, saying: PixelSize(width: 380, height: 280))
    let response = try await site.post(lying, [("time", "2024-01-31T12:00")], name: "a.avif")
    #expect(response.status == .unprocessableContent)
    #expect(response.problem == "/problems/photo")
  }
}
