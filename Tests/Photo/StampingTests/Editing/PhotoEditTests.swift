import Filters
import Formats
import JPEGSplice
import Testing

@testable import Stamping

@Suite("An edit of a photo")
struct PhotoEditTests {
  @Test(
    "is cut to the largest part of a shape",
    arguments: [
      ("square", 400, 300, 300, 300), ("4:5", 400, 300, 240, 300), ("4:5", 300, 400, 300, 375),
      ("3:2", 400, 300, 400, 267), ("16:9", 100, 400, 100, 56), ("1.5:1", 400, 300, 400, 267),
      ("400:300", 400, 300, 400, 300), ("10000:1", 400, 300, 400, 1), ("1:10000", 1, 1, 1, 1),
    ])
  func shapes(text: String, width: Int, height: Int, across: Int, down: Int) throws {
    let (size, isTooNarrow) = try CropShape(parsing: text)
      .size(within: PixelSize(width: width, height: height))
    #expect(size == PixelSize(width: across, height: down))
    #expect(isTooNarrow == text.contains("10000"))
  }

  @Test(
    "is refused where it is no shape",
    arguments: [
      "", "a", "0:1", "1:0", "-1:2", "1", "1:2:3", "1:", ":1", "nan:1", "inf:1", "1e3:1", "4/5",
      "9999999:1", "4x", "٤:٥",
    ])
  func noShape(text: String) {
    #expect(throws: EditError.crop(text)) { try CropShape(parsing: text) }
  }

  @Test(
    "is read as people write it", arguments: [("Square", "square"), ("4x5", "4:5"), ("3×2", "3:2")])
  func spellings(text: String, usual: String) throws {
    #expect(try CropShape(parsing: text) == CropShape(parsing: usual))
  }

  @Test(
    "leaves the part at a place",
    arguments: [
      ("center", 50, 0), ("top-left", 0, 0), ("right", 100, 0), ("bottom-right", 100, 0),
      ("0,0", 0, 0), ("1,0.5", 100, 0), ("25%,0", 25, 0), ("Bottom Right", 100, 0),
      ("0.333,1", 33, 0),
    ])
  func places(text: String, left: Int, top: Int) throws {
    let area = try CropGravity(parsing: text).area(
      of: PixelSize(width: 300, height: 300), within: PixelSize(width: 400, height: 300))
    #expect(area == PixelArea(columns: left..<left + 300, rows: top..<top + 300))
  }

  @Test(
    "is refused where it is no place",
    arguments: ["", "nowhere", "1", "2,1", "101%,0", "-0.1,0", "a,b", "0,0,0", "nan,0", "%,%"])
  func noPlace(text: String) {
    #expect(throws: EditError.gravity(text)) { try CropGravity(parsing: text) }
  }

  @Test("is a turn by quarters", arguments: ["", "0", "45", "-90", "360", "90°"])
  func turns(text: String) throws {
    #expect(throws: EditError.rotation(text)) { try PhotoEdit.quarterTurns(parsing: text) }
    #expect(try PhotoEdit.quarterTurns(parsing: "270") == 3)
  }

  @Test("is nothing unless something is asked for")
  func nothing() throws {
    var edit = PhotoEdit()
    edit.isExact = true
    #expect(edit.isNone && edit.optionNames.isEmpty)
    edit.filter = try PhotoEdit.filter(parsing: "Noir")
    #expect(!edit.isNone && edit.optionNames == ["--filter"])
    #expect(throws: EditError.filter("nashvile")) { try PhotoEdit.filter(parsing: "nashvile") }
  }
}
