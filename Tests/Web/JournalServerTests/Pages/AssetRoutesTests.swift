import Files
import Filters
import Formats
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import Raster
import Store
import Testing
import TestSupport

@testable import JournalServer

@Suite("Files of the pages")
struct AssetsTests {
  @Test("A file under its version may be kept for ever, and another version not")
  func caching() async throws {
    let test = try await PageJournal()
    let path = test.site.server.pages.files.path(of: StaticFiles.style)
    let file = try await test.visit(path, isPaired: false)
    #expect(file.status == .ok)
    #expect(file.headers[.contentType] == "text/css; charset=utf-8")
    #expect(file.headers[.cacheControl] == "public, max-age=31536000, immutable")
    #expect(file.headers[.eTag] != nil)
    for other in ["/assets/app.css", "/assets/0/app.css"] {
      #expect(try await test.visit(other).headers[.cacheControl] == "public, no-cache")
    }
  }

  @Test("The first page of a browser holds its style, and the next ones name it, as a program's do")
  func style() async throws {
    let test = try await PageJournal()
    let named = "href=\"\(test.site.server.pages.files.path(of: StaticFiles.style))\""
    func visit(_ fields: HTTPFields) async throws -> TestResponse {
      try await test.site.request(.get, "/settings", fields, token: test.site.token)
    }
    let first = try await visit([.secFetchDest: "document"])
    let text = try #require(first.text.firstMatch(of: /(?s)<style>(.*?)<\/style>/)).1
    let policy = try #require(first.headers[.contentSecurityPolicy])
    #expect(policy.contains("style-src 'self' \(InlineStyle(String(text)).source);"))
    #expect(first.text.contains("<link rel=\"prefetch\" as=\"style\" \(named)>"))
    let cookies = first.headers[values: .setCookie]
    let cookie = try #require(cookies.first { $0.hasPrefix("style=") }?.prefix { $0 != ";" })
    for fields in [[.secFetchDest: "document", .cookie: String(cookie)], [:]] as [HTTPFields] {
      let page = try await visit(fields)
      #expect(
        page.text.contains("<link rel=\"stylesheet\" \(named)>") && !page.text.contains("<style"))
      #expect(page.headers[.contentSecurityPolicy]?.contains("style-src 'self';") == true)
      #expect(page.headers[.link]?.contains("rel=preload; as=style") == true)
      #expect(!page.headers[values: .setCookie].contains { $0.hasPrefix("style=") })
    }
  }

  @Test(
    "What a browser asks for before it is paired is there",
    arguments: [
      ("/manifest.webmanifest", "application/manifest+json"),
      ("/service-worker.js", "text/javascript; charset=utf-8"),
      ("/assets/dom.js", "text/javascript; charset=utf-8"), ("/assets/icon.svg", "image/svg+xml"),
      ("/assets/icon-192.png", "image/png"), ("/assets/offline.html", "text/html; charset=utf-8"),
    ])
  func open(path: String, type: String) async throws {
    let file = try await PageJournal().visit(path, isPaired: false)
    #expect(file.status == .ok)
    #expect(file.headers[.contentType] == type)
  }
}

@Suite("The picture of the filters’ tables")
struct FilterPictureTests {
  @Test("has the tables of all filters below each other, in their order, to the byte")
  func tables() throws {
    let image = try Image(decoding: PhotoFile(FilterPicture().file().bytes))
    #expect(image.width == 1_089 && image.height == 33 * Filter.allCases.count)
    for (index, filter) in Filter.allCases.enumerated() {
      let strip = FilterTable.of(filter).strip
      var seen: [UInt8] = []
      for y in 0..<33 {
        for x in 0..<image.width {
          let colour = image[x, 33 * index + y]
          seen += [colour.red, colour.green, colour.blue]
        }
      }
      #expect(seen == strip, "\(filter)")
    }
  }

  @Test("is for everybody, as the other files are, and may be kept under its version")
  func served() async throws {
    let test = try await PageJournal()
    let path = try #require(test.site.server.pages.files.paths["filterTables"])
    let file = try await test.visit(path, isPaired: false)
    #expect(file.headers[.contentType] == "image/png")
    #expect(file.headers[.cacheControl] == "public, max-age=31536000, immutable")
    let other = try await test.visit("/assets/filters.png")
    #expect(other.headers[.cacheControl] == "public, no-cache" && other.bytes == file.bytes)
  }
}

@Suite("Files that are read at the start")
struct StaticFilesTests {
  /// A folder with a style of four parts, three scripts that import each other, and what is no asset.
  private func files(_ more: [String: String] = [:]) throws -> StaticFiles {
    let folder = try TemporaryFolder()
    let contents = [
      "icon.svg": "<svg/>", "notes.txt": "left aside", "style/20-b.css": "b {}",
      "style/plain.css": "p {}", "style/calendar.css": "c {} /* a month's */",
      "style/10-a.css": ":root[data-colour=\"sand\"] {\n  --ground: light-dark(#fff, #000);\n}",
      "scripts/page.js": "import { one } from \"./dom.js\";\nimport \"./sheet.js\";\n",
      "scripts/sheet.js": "import {\n  one,\n} from \"./dom.js\";\n", "scripts/dom.js": "",
      "fonts/face.woff2": "wOF2",
    ].merging(more) { $1 }
    for (name, text) in contents { _ = try folder.write(Array(text.utf8), to: name) }
    return try withExtendedLifetime(folder) { try StaticFiles(folder: folder.path) }
  }

  @Test("The style in a page is the numbered parts, and then the parts that it names or all others")
  func styles() throws {
    let files = try files(["style/15-face.css": "f { src: url(\"face.woff2\") }"])
    let face = "f { src: url(\"/assets/\(files.version)/face.woff2\") }"
    let numbered = face + "\nb {}"
    #expect(try files.style(of: []).text.hasSuffix(numbered))
    #expect(try files.style(of: nil).text.hasSuffix(numbered + "\nc {} \np {}"))
    #expect(try files.style(of: ["plain", "calendar"]).text == files.style(of: nil).text)
    #expect(try files.style(of: ["plain"]).text.hasSuffix(numbered + "\np {}"))
    #expect(throws: AssetError.missing("gone.css")) { try files.style(of: ["gone"]) }
    #expect(throws: AssetError.missing("20-b.css")) { try files.style(of: ["20-b"]) }
  }

  @Test("A style in a page is let in by its SHA-256, as Python's hashlib computes it")
  func source() {
    // base64.b64encode(hashlib.sha256(b"b {}").digest())
    #expect(InlineStyle("b {}").source == "'sha256-zy87ZYlZV4kMyp51wB+3ABJeEclAGRFupKDmlDS9DAw='")
  }

  @Test("The style is all of its parts, and what is no asset is left aside")
  func parts() throws {
    let files = try files()
    let style = try #require(files["app.css"]?.bytes)
    #expect(String(decoding: style, as: UTF8.self).hasSuffix("}\nb {}\nc {} \np {}"))
    #expect(files["notes.txt"] == nil)
    #expect(files["10-a.css"] == nil)
    #expect(files["face.woff2"]?.type == "font/woff2")
    #expect(files.grounds == ["sand": .init(light: "#fff", dark: "#000")])
  }

  @Test("All have one version, which any change of one changes")
  func version() throws {
    let files = try files()
    #expect(files.paths["page"] == "/assets/\(files.version)/page.js")
    #expect(try self.files().version == files.version)
    #expect(try self.files(["fonts/face.woff2": "wOF3"]).version != files.version)
    #expect(try self.files(["scripts/more.js": ""]).version != files.version)
  }

  @Test("A page knows all modules that its scripts lead to, without the scripts themselves")
  func imports() throws {
    let files = try files()
    let names = ["dom.js", "sheet.js"].map { "/assets/\(files.version)/\($0)" }
    #expect(files.imports(of: ["page"]) == names)
    #expect(files.imports(of: ["page", "sheet", "style"]) == [names[0]])
    #expect(files.imports(of: ["dom"]).isEmpty)
  }

  @Test("A script that imports what is not there is refused, and so are two files of one name")
  func refused() throws {
    #expect(throws: AssetError.missing("gone.js")) {
      try files(["scripts/wrong.js": "import \"./gone.js\";"])
    }
    #expect(throws: AssetError.twice("icon.svg")) { try files(["fonts/icon.svg": "<svg/>"]) }
  }
}
