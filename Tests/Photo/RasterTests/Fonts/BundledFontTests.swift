import Fonts
import TestSupport
import Testing

@Suite("BundledFont")
struct BundledFontTests {
  @Test("Every face lies beside the program as it was built", arguments: BundledFont.allCases)
  func besideTheProgram(font: BundledFont) throws {
    let folder = try #require(ExecutableFolder.current())
    let path = try FontSearchPath(override: nil, executableFolder: folder).locate(font)
    #expect(path == "\(folder)/daystamp_Fonts.resources/Faces/\(font.fileName)")
  }

  @Test("Every face is found where DAYSTAMP_FONTS says", arguments: BundledFont.allCases)
  func override(font: BundledFont) throws {
    let path = FontSearchPath(override: Checkout.faces, executableFolder: nil)
    #expect(try path.locate(font) == "\(Checkout.faces)/\(font.fileName)")
  }
}
