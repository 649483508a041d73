import Formats
import Foundation
import TestSupport
import Testing

@testable import JPEGSplice

@Suite("Coefficients of real photos")
struct ReferenceDecoderTests {
  /// Sequential and progressive ones whose bits can be read one by one in a moment.
  static let photos = [
    "exotic/flower_small.q85_420_non_interleaved.jpg", "exotic/bicycles_restarts.jpg",
    "date/app13-multiple.jpg", "date/verizon.jpg", "progressive/iphoneprogressive.jpg",
  ]

  @Test("The decoder to compare with reads what another program wrote into two files alike")
  func agreement() throws {
    // Made from the same picture with the same divisors, but not scans, tables and restarts.
    let files = try [SmallJPEG.halved, .separate, .progressive].map {
      try ReferenceDecoder($0.bytes)
    }
    for (index, component) in files[0].components.enumerated() {
      for row in 0..<component.rows {
        for column in 0..<component.columns {
          for file in files.dropFirst() {
            #expect(file.components[index].block(column, row) == component.block(column, row))
          }
        }
      }
    }
  }

  private func compare(_ bytes: [UInt8]) throws {
    let picture = try JPEGPicture(bytes)
    let (width, height) = (picture.frame.width, picture.frame.height)
    let layer = Label.layer(
      x: width - width / 3, y: height - height / 8, width: width / 4, height: height / 12)
    let splice = try Splice(layer, over: picture, colour: picture.colour)
    let (own, spliced) = (try ReferenceDecoder(bytes), try ReferenceDecoder(splice.bytes))
    let changes = own.differences(spliced, touched: splice.touched)
    #expect(changes.outside == 0)
    #expect(changes.inside > 4)
  }

  @Test(
    "Outside the touched blocks all are as they were",
    .enabled(if: SharedPhotos.areThere, "\(SharedPhotos.note)"), arguments: photos)
  func shared(name: String) throws {
    let path = try #require(SharedPhotos.path(name))
    try compare([UInt8](Data(contentsOf: URL(filePath: path))))
  }

  @Test("Outside the touched blocks all are as they were, of a sample")
  func sample() throws {
    let path = "\(Checkout.samples)/IMG_20240131_235959.jpg"
    try compare([UInt8](Data(contentsOf: URL(filePath: path))))
  }
}
