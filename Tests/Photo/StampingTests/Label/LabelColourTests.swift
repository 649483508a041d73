import Raster
import Testing

@testable import Stamping

@Suite("A colour on the label")
struct LabelColourTests {
  @Test(
    "is read as hexadecimal or by its CSS name",
    arguments: [
      ("#ffffff", RGBA(red: 255, green: 255, blue: 255)),
      ("#FF8c1A", RGBA(red: 255, green: 140, blue: 26)),
      ("#0f8", RGBA(red: 0, green: 255, blue: 136)),
      ("#10203040", RGBA(red: 16, green: 32, blue: 48, alpha: 64)),
      ("#1234", RGBA(red: 17, green: 34, blue: 51, alpha: 68)),
      ("rgb(255, 140, 26)", RGBA(red: 255, green: 140, blue: 26)),
      ("RGBA(255 140 26 / 50%)", RGBA(red: 255, green: 140, blue: 26, alpha: 128)),
      ("rgba(0,100%,0,0.5)", RGBA(red: 0, green: 255, blue: 0, alpha: 128)),
      ("orange", RGBA(red: 255, green: 165, blue: 0)),
      ("RebeccaPurple", RGBA(red: 102, green: 51, blue: 153)),
    ])
  func reads(text: String, colour: RGBA) throws {
    #expect(try LabelColour.parse(text) == colour)
  }

  @Test("is nothing for none", arguments: ["none", "None", "transparent", "#12345600"])
  func none(text: String) throws {
    #expect(try LabelColour.parse(text) == nil)
  }

  @Test(
    "is refused otherwise",
    arguments: [
      "", "#", "#12", "#12345", "#gggggg", "ffffff", "#\u{FF46}ff", "blu", "rgb()", "rgb(1,2)",
      "rgb(256,0,0)", "rgb(-1,0,0)", "rgb(1,2,3", "hsl(1,2,3)", "rgba(1,2,3,1.5)", "rgb(1e1,2,3)",
    ])
  func refuses(text: String) {
    #expect(throws: LabelError.colour(text)) { try LabelColour.parse(text) }
  }

  @Test("is written as hexadecimal, short where it is opaque")
  func writes() {
    #expect(RGBA(red: 255, green: 140, blue: 0).description == "#ff8c00")
    #expect(RGBA(red: 0, green: 1, blue: 16, alpha: 9).description == "#00011009")
    #expect(LabelColour.text(nil) == "none")
    #expect(LabelColour.text(.clear) == "none")
  }

  @Test("is read back exactly from what is written")
  func inverse() throws {
    for byte in UInt8.min...UInt8.max {
      let colour = RGBA(red: byte, green: ~byte, blue: byte &* 7, alpha: max(1, byte))
      #expect(try LabelColour.parse(colour.description) == colour)
      #expect(try LabelColour.parse(LabelColour.text(colour)) == colour)
    }
  }
}
