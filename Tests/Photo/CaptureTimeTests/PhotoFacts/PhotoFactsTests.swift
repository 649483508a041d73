import Formats
import Testing

@testable import PhotoFacts

@Suite("Photo facts")
struct PhotoFactsTests {
  @Test("All facts are read in either byte order", arguments: [ByteOrder.littleEndian, .bigEndian])
  func full(byteOrder: ByteOrder) {
    var block = ExifBlock.full
    block.byteOrder = byteOrder
    let facts = block.facts
    #expect(facts.camera == "NIKON D3100")
    #expect(facts.lens == "Nikon AF-S 24-70mm")
    #expect(facts.exposure?.text == "1/250 s · f/2.8 · ISO 102400 · 35 mm")
    #expect(facts.position?.decimalText == "37.56650, 126.97800")
    #expect(facts.altitude?.text == "38 m")
    #expect(facts.direction?.text == "247° WSW")
    #expect(facts.caption == "At the river")
  }

  @Test("A photo without metadata says nothing")
  func nothing() {
    let facts = PhotoFacts(EmbeddedMetadata())
    #expect(facts.camera == nil && facts.lens == nil && facts.exposure == nil)
    #expect(facts.position == nil && facts.altitude == nil && facts.direction == nil)
    #expect(facts.caption == nil)
  }

  @Test("Fields of the Exif directory are found in the main one too, as TIFF/EP has them")
  func inMainDirectory() {
    let block = ExifBlock(main: [
      (.exposureTime, .rational([(1, 60)])), (.lensModel, .text("Summicron")),
    ])
    #expect(block.facts.exposure?.text == "1/60 s")
    #expect(block.facts.lens == "Summicron")
  }

  @Test("Directories that point to each other are read once")
  func loop() {
    let block = ExifBlock(main: [
      (.make, .text("Apple")), (.exifIFD, .long([8])), (.gpsIFD, .long([8])),
    ])
    #expect(block.facts.camera == "Apple")
    #expect(block.facts.position == nil)
  }

  @Test("The position is read from XMP where EXIF has none")
  func xmpPosition() {
    var metadata = EmbeddedMetadata()
    metadata.add(
      xmp: "<exif:GPSLatitude>33,51,24.408S</exif:GPSLatitude>"
        + "<exif:GPSLongitude>151,12.918E</exif:GPSLongitude>")
    #expect(PhotoFacts(metadata).position?.decimalText == "-33.85678, 151.21530")
    metadata.exif = ExifBlock.full.bytes[...]
    #expect(PhotoFacts(metadata).position?.decimalText == "37.56650, 126.97800")
  }

  @Test(
    "What is no position in XMP is none",
    arguments: [
      "33,51.4", "33S", "91,0.0S", "33,61.0S", "33,51,61S", "33,51,24,1S", "-33,51.4S", "33,5e1S",
      "33,,24S", "nan,51.4S", "33,51.4E", "", "0x21,51.4S", "33,1/2S",
      String(repeating: "1", count: 50) + ",1S",
    ])
  func wrongXMPPosition(latitude: String) {
    var metadata = EmbeddedMetadata()
    metadata.add(
      xmp: "<exif:GPSLatitude>\(latitude)</exif:GPSLatitude>"
        + "<exif:GPSLongitude>151,12.918E</exif:GPSLongitude>")
    #expect(PhotoFacts(metadata).position == nil)
  }
}
