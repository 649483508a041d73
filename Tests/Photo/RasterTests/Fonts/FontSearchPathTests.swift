import Fonts
import TestSupport
import Testing

@Suite("FontSearchPath")
struct FontSearchPathTests {
  @Test("The folders are tried in the documented order")
  func order() {
    let path = FontSearchPath(override: "/mine", executableFolder: "/opt/bin")
    #expect(
      path.folders == [
        "/mine",
        "/opt/bin/daystamp_Fonts.resources/Faces",
        "/opt/bin/../share/daystamp/fonts",
        "/usr/local/share/daystamp/fonts",
        "/usr/share/daystamp/fonts",
      ])
  }

  @Test("An empty override is no folder", arguments: [nil, ""])
  func emptyOverride(override: String?) {
    let path = FontSearchPath(override: override, executableFolder: nil)
    #expect(path.folders == ["/usr/local/share/daystamp/fonts", "/usr/share/daystamp/fonts"])
  }

  @Test("The first folder that has the face wins")
  func firstWins() throws {
    let folder = try TemporaryFolder()
    try folder.write([], to: "bin/daystamp")
    try folder.write([], to: "share/daystamp/fonts/OpenSans-Semibold.ttf")
    let path = FontSearchPath(override: folder.path("mine"), executableFolder: folder.path("bin"))
    let installed = folder.path("bin/../share/daystamp/fonts/OpenSans-Semibold.ttf")
    #expect(try path.locate(.sans) == installed)

    let built = try folder.write(
      [], to: "bin/daystamp_Fonts.resources/Faces/OpenSans-Semibold.ttf")
    #expect(try path.locate(.sans) == built)

    let mine = try folder.write([], to: "mine/OpenSans-Semibold.ttf")
    #expect(try path.locate(.sans) == mine)
  }

  @Test("A missing face is an error that lists every place", arguments: BundledFont.allCases)
  func missing(font: BundledFont) throws {
    let folder = try TemporaryFolder()
    let path = FontSearchPath(folders: [folder.path("mine"), folder.path("yours")])
    let error = try #require(throws: FontNotFound.self) { try path.locate(font) }
    #expect(error.font == font)
    #expect(error.places == ["mine", "yours"].map { folder.path("\($0)/\(font.fileName)") })
  }
}
