import Testing

@testable import Stamping

@Suite("A place of a label")
struct LabelPositionTests {
  @Test(
    "is read as people write it",
    arguments: [
      ("TopLeft", LabelPosition.topLeft), ("left_top", .topLeft), ("middle", .center),
      ("bottom-centre", .bottom), ("top center", .top), ("middle-right", .right),
      ("Centre", .center), ("center-middle", .center), ("BOTTOM-RIGHT", .bottomRight),
    ])
  func spellings(text: String, position: LabelPosition) throws {
    #expect(try LabelPosition(parsing: text) == position)
  }

  @Test("has its own name", arguments: LabelPosition.allCases)
  func names(position: LabelPosition) throws {
    #expect(try LabelPosition(parsing: position.rawValue) == position)
  }

  @Test(
    "is refused otherwise",
    arguments: ["", "nowhere", "top-bottom", "left-right", "toptop", "topleftcorner", "top-left-1"])
  func refuses(text: String) {
    #expect(throws: LabelError.position(text)) { try LabelPosition(parsing: text) }
  }
}
