import Formats
import JPEGSplice
import Testing

@testable import AnimationSplice

@Suite("What was kept of frames")
struct UndoReaderTests {
  @Test(
    "has no rows where it has no columns, whatever it says, and no columns without rows",
    arguments: [(0, 0x7FFF_FFFF), (0x7FFF_FFFF, 0), (0, 0)])
  func emptyAreas(width: Int, height: Int) throws {
    var writer = UndoWriter()
    for number in [0, width, 0, height] { writer.add(number) }
    var reader = try #require(UndoReader(writer.stream[...], limit: 100))
    let area = reader.area()
    #expect(area?.columns.isEmpty == true && area?.rows.isEmpty == true)
  }
}
