import CaptureTime
import Fonts
import Foundation
import Raster
import TestSupport
import Testing

@testable import Stamping

@Suite("How a label looks, stored")
struct LabelLookTests {
  private static let plain = """
    {"background":"none","color":"#ffffff","font":"sans","format":"%Y-%m-%d %H:%M",\
    "locale":"en_US","margin":"16","outline":"#000000d9","position":"bottom-left",\
    "shadow":"soft","size":"16","text":"{time}"}
    """

  private func json(_ look: LabelLook) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(look), as: UTF8.self)
  }

  private func look(_ json: String) throws -> LabelLook {
    try JSONDecoder().decode(LabelLook.self, from: Data(json.utf8))
  }

  /// The usual look with one string of its own; nil leaves it out.
  private func look(_ key: String, _ value: String?) throws -> LabelLook {
    var fields = try JSONDecoder().decode([String: String].self, from: Data(Self.plain.utf8))
    fields[key] = value
    return try JSONDecoder().decode(LabelLook.self, from: JSONEncoder().encode(fields))
  }

  @Test("is an object of strings, as the command line writes them")
  func form() throws {
    #expect(try json(LabelLook(style: LabelStyle(.plain))) == Self.plain)
    #expect(try look(Self.plain) == LabelLook(style: LabelStyle(.plain)))
    var style = LabelStyle(.box)
    style.size = .pixels(48)
    style.face = .file("/fonts/“own”.ttf")
    let text = try json(LabelLook(style: style, template: "{{a}}\n\"{time}\""))
    for part in [#""size":"48px""#, #""font":"/fonts/“own”.ttf""#, ##""background":"#000000b8""##] {
      #expect(text.contains(part))
    }
  }

  @Test("comes back exactly as it was", arguments: LabelStyle.Preset.allCases)
  func presets(preset: LabelStyle.Preset) throws {
    let stored = LabelLook(style: LabelStyle(preset))
    #expect(try look(json(stored)) == stored)
  }

  @Test("comes back exactly as it was, whatever it is", arguments: [UInt64](0..<20))
  func roundTrip(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let stored = Self.anyLook(&random)
      let restored = try look(json(stored))
      #expect(restored == stored)
      // Strings are equal in either normal form; here it has to be the same one.
      #expect(Array(restored.template.unicodeScalars) == Array(stored.template.unicodeScalars))
      #expect(
        Array(restored.style.format.unicodeScalars) == Array(stored.style.format.unicodeScalars))
    }
  }

  private static func anyLook(_ random: inout SplitMix64) -> LabelLook {
    func colour(_ random: inout SplitMix64) -> RGBA {
      RGBA(
        red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
        blue: .random(in: 0...255, using: &random), alpha: .random(in: 1...255, using: &random))
    }
    func text(_ random: inout SplitMix64) -> String {
      let scalars = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x10_FFFF, using: &random))
      }
      return String(String.UnicodeScalarView(scalars))
    }
    func length(_ random: inout SplitMix64) -> Length {
      let value = Double.random(in: 0...100_000, using: &random)
      return .random(using: &random) ? .points(value) : .pixels(value.rounded())
    }
    var style = LabelStyle(.plain)
    style.format = text(&random)
    style.locale = text(&random)
    let path = "/" + text(&random).filter { $0 != "\0" }
    style.face =
      BundledFont.allCases.randomElement(using: &random).flatMap {
        .random(using: &random) ? .bundled($0) : nil
      } ?? .file(path)
    style.size = length(&random)
    style.margin = length(&random)
    style.position = LabelPosition.allCases.randomElement(using: &random) ?? .top
    style.colour = colour(&random)
    style.outline = .random(using: &random) ? colour(&random) : nil
    style.background = .random(using: &random) ? colour(&random) : nil
    style.isSoft = .random(using: &random)
    style.tone = LabelStyle.Tone.allCases.randomElement(using: &random)
    return LabelLook(style: style, template: text(&random))
  }

  @Test(
    "names the string that is not of its kind",
    arguments: [
      ("size", "huge", LabelError.length("huge")), ("margin", "1e99", .length("1e99")),
      ("size", "-1px", .length("-1px")), ("color", "none", .colour("none")),
      ("color", "#12345600", .colour("#12345600")), ("outline", "blu", .colour("blu")),
      ("background", "", .colour("")), ("position", "middle", .position("middle")),
      ("font", "com\u{7}ic", .font("com\u{7}ic")), ("font", "/a\0b.ttf", .font("/a\0b.ttf")),
      ("font", "", .font("")),
    ])
  func refuses(key: String, value: String, error: LabelError) {
    #expect(throws: error) { try look(key, value) }
  }

  @Test(
    "is not made of something else",
    arguments: [
      "", "null", "[]", "7", "{}", "{\"size\":16}", "{\"size\":", "\u{FEFF}{}", "{\"size\":null}",
      String(repeating: "[", count: 100_000),
    ])
  func refusesOtherJSON(text: String) {
    #expect(throws: DecodingError.self) { try look(text) }
  }

  @Test("may have a glow, which looks that were stored before there was one lack")
  func glow() throws {
    #expect(try look(Self.plain).style.glow == nil)
    let film = LabelLook(style: LabelStyle(.film))
    #expect(try look(json(film)) == film && film.style.glow != nil)
  }

  @Test(
    "may have a soft shadow and a tone, which looks that were stored before there were any lack")
  func shadowAndTone() throws {
    let old = try look("shadow", nil)
    #expect(!old.style.isSoft && old.style.tone == nil)
    #expect(try look("tone", "dark").style.tone == .dark)
    #expect(try !json(old).contains("shadow"))
  }

  @Test("needs each of its strings", arguments: ["background", "font", "size", "text"])
  func needsAll(key: String) {
    #expect(throws: DecodingError.self) { try look(key, nil) }
  }

  @Test("is refused, or written as it was read, whatever bytes it is read from")
  func garbage() throws {
    var random = SplitMix64(seed: 4)
    var (looks, refused) = (0, 0)
    for _ in 0..<500 {
      var bytes = Array(Self.plain.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      let look: LabelLook
      do {
        look = try JSONDecoder().decode(LabelLook.self, from: Data(bytes))
      } catch {
        #expect(error is DecodingError || error is LabelError, "\(error)")
        refused += 1
        continue
      }
      looks += 1
      #expect(try self.look(json(look)) == look)
      do {
        #expect(try look.text().needsTime == look.template.contains("{time"))
      } catch {
        #expect(error is LabelError || error is TimeFormatError, "\(error)")
      }
    }
    #expect(looks > 0 && refused > 0)
  }

  @Test("makes the label's words of its format, language and template")
  func words() throws {
    var stored = try look(Self.plain)
    stored.style.format = "%a"
    stored.style.locale = "ko_KR"
    stored.template = "<{time}>"
    let time = try GivenTime.parse("2024-01-31 23:59:58")
    #expect(try stored.text().string(for: time) == "<수>")
    stored.template = "{tim}"
    #expect(throws: LabelError.placeholder("{tim}")) { try stored.text() }
    stored.template = "{time}"
    stored.style.format = "%Q"
    #expect(throws: TimeFormatError.unknownDirective("%Q", position: 0)) { try stored.text() }
  }
}
