import Filters
import Formats
import JPEGSplice
import Testing

@testable import Stamping

@Suite("A part that is left of a photo")
struct PhotoCropTests {
  @Test(
    "is read as shares of the photo, and written in one way",
    arguments: [
      ("0.1,0.2,0.5,0.5", "0.1,0.2,0.5,0.5"), ("10%,20%,50%,50%", "0.1,0.2,0.5,0.5"),
      ("0,0,1,1", "0,0,1,1"), ("0.0000004,0,.5,1", "0,0,0.5,1"),
      ("0,0,0.000001,1", "0,0,0.000001,1"),
      ("12.5%,0,33.3333%,100%", "0.125,0,0.333333,1"),
      ("0.3333335,0,0.6666668,1", "0.333334,0,0.666666,1"),
    ])
  func areas(text: String, written: String) throws {
    let area = try CropArea(parsing: text)
    #expect(area.text == written)
    #expect(try CropArea(parsing: area.text) == area)
    #expect(try PhotoCrop(parsing: text) == .area(area))
  }

  @Test(
    "is refused where it is none, or not within the photo",
    arguments: [
      "0,0,0,1", "0,0,1,0", "1,0,0.1,1", "0.6,0,0.5,1", "-0.1,0,0.5,1", "0,0,1", "0,0,1,1,1",
      "0,0,,1", "a,b,c,d", "nan,0,1,1", "1e-1,0,0.5,1", "0,0,101%,1", "0,0,%,1", "0, 0,1,1",
      "٠,0,1,1", "0,0,0.0000001,1", String(repeating: "9", count: 400) + ",0,1,1",
    ])
  func noArea(text: String) {
    #expect(throws: EditError.crop(text)) { try CropArea(parsing: text) }
    #expect(throws: EditError.crop(text)) { try PhotoCrop(parsing: text) }
  }

  @Test(
    "is of whole pixels, at least one each way",
    arguments: [
      ("0.25,0.5,0.5,0.5", 40, 20, 10..<30, 10..<20, false),
      ("0.1,0.1,0.33,0.33", 10, 10, 1..<4, 1..<4, false), ("0,0,1,1", 7, 3, 0..<7, 0..<3, false),
      ("0.5,0.5,0.001,0.001", 10, 10, 5..<6, 5..<6, true),
      ("0.999,0.999,0.001,0.001", 10, 10, 9..<10, 9..<10, true),
      ("0.9,0,0.1,1", 1, 1, 0..<1, 0..<1, true),
    ])
  func pixels(
    text: String, width: Int, height: Int, columns: Range<Int>, rows: Range<Int>, isTooNarrow: Bool
  ) throws {
    let found = try PhotoCrop(parsing: text).area(within: PixelSize(width: width, height: height))
    #expect(found.area == PixelArea(columns: columns, rows: rows))
    #expect(found.isTooNarrow == isTooNarrow)
  }

  @Test("is the same part of a photo that is turned")
  func turned() throws {
    let area = try CropArea(parsing: "0.1,0.2,0.5,0.3")
    // What is on the left is on top then.
    #expect(area.turned(clockwise: 1).text == "0.5,0.1,0.3,0.5")
    #expect(area.turned(clockwise: 2).text == "0.4,0.5,0.5,0.3")
    #expect(area.turned(clockwise: -1) == area.turned(clockwise: 3))
    #expect((0..<4).reduce(area) { area, _ in area.turned(clockwise: 1) } == area)
    let shape = try PhotoCrop(parsing: "16:9")
    #expect(shape.turned(clockwise: 1) == shape)
  }
}

@Suite("An edit as a line of text")
struct PhotoEditTextTests {
  private static let lines = [
    "rotate=90", "crop=4:5", "crop=square gravity=0,0.5", "crop=0.1,0.2,0.5,0.5 exact",
    "rotate=270 crop=1.85:1 gravity=0.333333,1 exact filter=1977", "filter=xray",
    "rotate=180 crop=0.000001,0,0.999999,1 filter=nashville",
  ]

  @Test("is read as it was written", arguments: lines)
  func roundTrip(text: String) throws {
    let edit = try PhotoEdit(parsing: text)
    #expect(!edit.isNone && edit.text == text)
    #expect(try PhotoEdit(parsing: edit.text) == edit)
    #expect(PhotoEdit(stored: text) == edit)
    #expect(text.utf8.count <= PhotoEdit.byteLimit)
  }

  @Test(
    "is written in one way, however it is put",
    arguments: [
      ("", ""), ("  ", ""), ("rotate=0", ""), ("filter=normal", ""), ("exact", ""),
      ("crop=0,0,1,1", ""), ("filter=noir rotate=90", "rotate=90 filter=noir"),
      ("crop=7:7 gravity=center", "crop=square"),
      ("crop=1:1 gravity=top-left", "crop=square gravity=0,0"),
      ("exact crop=10%,0,50%,1", "crop=0.1,0,0.5,1 exact"), ("crop=4.50:5.0", "crop=4.5:5"),
    ])
  func normalized(text: String, written: String) throws {
    #expect(try PhotoEdit(parsing: text).text == written)
    #expect(PhotoEdit(stored: text) == nil)
  }

  @Test(
    "is refused where a word says nothing, or something twice",
    arguments: [
      "rotate", "rotate=", "rotate=45", "rotate=90 rotate=90", "exact=1", "crop=", "crop=a",
      "gravity=top", "crop=0,0,0.5,1 gravity=top", "filter=none", "Filter=noir", "look=a", "=",
      "crop=4:5,",
      "rotate=90\tfilter=noir", "rotate=90\u{0}", "filter=noir=noir",
    ])
  func refused(text: String) {
    #expect(throws: EditError.self) { try PhotoEdit(parsing: text) }
    #expect(PhotoEdit(stored: text) == nil)
  }

  @Test("is refused where it is longer than any edit")
  func long() {
    let text = "rotate=90" + String(repeating: " ", count: 200)
    #expect(throws: EditError.tooLong(observed: 209, limit: 200)) { try PhotoEdit(parsing: text) }
  }

  @Test("stays where a change says nothing of it, and turns what is left along")
  func changed() throws {
    let edit = try PhotoEdit(parsing: "rotate=90 crop=0.1,0.2,0.5,0.3 exact filter=noir")
    var change = PhotoEditChange()
    #expect(change.isEmpty && change.applied(to: edit) == edit)
    change.filter = .normal
    #expect(change.applied(to: edit).text == "rotate=90 crop=0.1,0.2,0.5,0.3 exact")
    change.quarterTurns = 2
    #expect(change.applied(to: edit).text == "rotate=180 crop=0.5,0.1,0.3,0.5 exact")
    change.crop = .some(nil)
    #expect(change.applied(to: edit).text == "rotate=180 exact")
    #expect(PhotoEditChange(to: PhotoEdit()).applied(to: edit).isNone)
    #expect(!PhotoEditChange(to: PhotoEdit()).isEmpty)
  }
}
