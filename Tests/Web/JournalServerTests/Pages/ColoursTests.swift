import Foundation
import Testing
import TestSupport

@testable import JournalServer

@Suite("Colours of the pages")
struct ColoursTests {
  /// The tokens of each colour, in light and in dark.
  private static let tokens: [String: [String: [String]]] = {
    let file = Checkout.folder.appending(
      path: "Sources/Web/JournalServer/Assets/static/style/00-tokens.css")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [:] }
    func values(_ block: Substring) -> [String: [String]] {
      block.matches(of: /--([\w-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/)
        .reduce(into: [:]) { $0[String($1.1)] = [String($1.2), String($1.3)] }
    }
    let common = text.firstMatch(of: /:root \{([^}]*)\}/).map { values($0.1) } ?? [:]
    return text.matches(of: /data-colour="(\w+)"\] \{([^}]*)\}/).reduce(into: [:]) {
      $0[String($1.1)] = common.merging(values($1.2)) { $1 }
    }
  }()

  /// Relative luminance (WCAG 2.2).
  private func luminance(_ colour: String) -> Double {
    let number = Int(colour.dropFirst(), radix: 16) ?? 0
    let parts = [16, 8, 0].map { shift in
      let value = Double(number >> shift & 0xFF) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  private func contrast(_ one: String, _ other: String) -> Double {
    let (one, other) = (luminance(one), luminance(other))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  @Test("have a block each, and no other has one")
  func blocks() {
    #expect(Set(Self.tokens.keys) == Set(PageColour.allCases.map(\.rawValue)))
  }

  @Test("stand out from what they stand on, in light and in dark", arguments: PageColour.allCases)
  func contrast(colour: PageColour) throws {
    let tokens = try #require(Self.tokens[colour.rawValue])
    let grounds = ["ground", "surface", "sunken"]
    let texts = ["ink", "quiet", "accent", "red", "blue", "good"]
    var pairs: [(front: String, back: String, least: Double)] = [
      ("on-accent", "accent", 4.5), ("ink", "heat-1", 4.5), ("ink", "heat-2", 4.5),
      ("on-heat", "heat-3", 4.5), ("on-heat", "heat-4", 4.5),
    ]
    for ground in grounds {
      pairs.append(("edge", ground, 3))
      for text in texts { pairs.append((text, ground, 4.5)) }
    }
    for (front, back, least) in pairs {
      let (front, back) = (try #require(tokens[front]), try #require(tokens[back]))
      for index in 0...1 {
        #expect(contrast(front[index], back[index]) >= least, "\(colour) \(front) \(back) \(index)")
      }
    }
  }

  @Test("are named in the list of tokens alone")
  func literals() throws {
    let folder = Checkout.folder.appending(path: "Sources/Web/JournalServer/Assets/static/style")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasSuffix(".css") && name != "00-tokens.css" {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      let found = text.matches(of: /[ :(]#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/).map(\.0)
      #expect(found.isEmpty, "\(name)")
    }
  }
}
