import Fonts
import Testing

@testable import Stamping

@Suite("A label's font as text")
struct LabelFaceTests {
  @Test("is the name of a bundled font", arguments: BundledFont.allCases)
  func bundled(font: BundledFont) throws {
    let face = LabelStyle.Face.bundled(font)
    #expect(face.description == font.rawValue)
    #expect(try LabelStyle.Face(parsing: face.description) == face)
  }

  @Test("is a path with a slash", arguments: ["/fonts/a.ttf", "./sans", "../ㅎ.otf", "/"])
  func file(path: String) throws {
    let face = try LabelStyle.Face(parsing: path)
    #expect(face == .file(path))
    #expect(face.description == path)
  }

  @Test("gains a slash, so that no file is taken for a bundled font")
  func lookalike() throws {
    let text = LabelStyle.Face.file("sans").description
    #expect(try LabelStyle.Face(parsing: text) == .file("./sans"))
  }

  @Test("is the name of a family", arguments: ["Sans", "DejaVu Serif", "나눔고딕", "a.ttf"])
  func family(name: String) throws {
    let face = try LabelStyle.Face(parsing: name)
    #expect(face == .family(name))
    #expect(face.description == name)
  }

  @Test("is nothing else", arguments: ["", " ", "/a\0", "a\0", "a\nb"])
  func refuses(text: String) {
    #expect(throws: LabelError.font(text)) { try LabelStyle.Face(parsing: text) }
  }
}
