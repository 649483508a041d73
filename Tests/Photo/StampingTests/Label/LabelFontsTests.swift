import Fonts
import Raster
import Synchronization
import TestSupport
import Testing

@testable import Stamping

@Suite("The faces of a label")
struct LabelFontsTests {
  private static let searchPath = FontSearchPath(override: Checkout.faces, executableFolder: nil)

  private func faces(
    _ face: LabelStyle.Face = .bundled(.sans), installed: LabelFonts.Installed = .none
  ) throws -> LabelFonts {
    try LabelFonts(face: face, searchPath: Self.searchPath, installed: installed)
  }

  @Test(
    "draw the blanks of typography as plain ones",
    arguments: ["\u{202F}", "\u{2009}", "\u{A0}", "\u{2007}", "\u{200A}"])
  func blanks(blank: String) throws {
    let fonts = try faces()
    #expect(try fonts.line("a\(blank)m").width == fonts.line("a m").width)
  }

  @Test("ask those that are installed for what none of them has")
  func installed() throws {
    let film = try Self.searchPath.locate(.sevenSegment)
    let asked = Asked()
    let installed = LabelFonts.Installed { _ in
      nil
    } characters: {
      asked.add($0)
      return film
    }
    // U+1F600, which no bundled face has, the one that is found neither.
    #expect(throws: LabelError.self) { try faces(installed: installed).line("a😀") }
    #expect(Set(asked.characters) == ["😀"])
    #expect(throws: LabelError.self) { try faces().line("😀") }
  }

  @Test("are those of a family that is installed, or say that there is none")
  func family() throws {
    let hangul = try Self.searchPath.locate(.hangul)
    let installed = LabelFonts.Installed {
      $0 == "Own Face" ? hangul : nil
    } characters: { _ in
      nil
    }
    let own = try faces(.family("Own Face"), installed: installed).line("2024")
    #expect(try own.width == faces(.bundled(.hangul)).line("2024").width)
    #expect(throws: LabelError.font("Other")) {
      try faces(.family("Other"), installed: installed)
    }
  }
}

/// What was asked for.
private final class Asked: Sendable {
  private let all = Mutex<[Character]>([])

  var characters: [Character] { all.withLock { $0 } }

  func add(_ characters: [Character]) { all.withLock { $0 += characters } }
}
