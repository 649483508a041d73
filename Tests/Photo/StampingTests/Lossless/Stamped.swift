import CaptureTime
import Foundation
import Formats
import TestSupport

@testable import Stamping

/// JPEGs to stamp, and what to do with them.
enum Stamped {
  /// Small photos of every kind of coding that the samples and the shared photos have.
  static let names: [String] =
    ["three-puppies.jpg", "IMG_20240131_235959.jpg"]
    + (SharedPhotos.areThere
      ? [
        "exotic/flower_small.q85_420_non_interleaved.jpg", "exotic/bicycles_restarts.jpg",
        "exotic/beach.jpg", "date/320x240.jpg", "date/verizon.jpg", "date/FujiFilm SP-2500.jpg",
        "trailer/frozenpond.mpo", "trailer/androidtrail.jpg", "progressive/iphoneprogressive.jpg",
        "colour/Channel_digital_image_CMYK_color.jpg", "colour/cymk.jpg",
      ] : [])

  static func bytes(_ name: String) throws -> [UInt8] {
    let path = name.contains("/") ? SharedPhotos.path(name) : "\(Checkout.samples)/\(name)"
    return try [UInt8](Data(contentsOf: URL(filePath: path ?? name)))
  }

  static func source(_ bytes: [UInt8]) -> PhotoSource { PhotoSource(bytes: bytes, attributes: nil) }

  static func stamp(
    _ bytes: [UInt8], _ style: LabelStyle = LabelStyle(.plain),
    time: String = "2024-01-31 23:59:58", keepsUndo: Bool = true
  ) throws -> StampedPhoto {
    try StamperTests.stamper(style, time: time, keepsUndo: keepsUndo)
      .stamp(source(bytes), as: .jpeg)
  }

  static func unstamp(_ bytes: [UInt8]) throws -> UnstampedPhoto {
    try Unstamper().unstamp(source(bytes))
  }
}
