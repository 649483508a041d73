import Files
import Foundation
import Hashing

/// Style, scripts, faces and icons: read at the start, so that no path of a request leads to a file.
///
/// All of them have one version, which is part of their path: `/assets/VERSION/name`. So a module names
/// another one, and the style a face, by its name alone, and finds it in the same version.
struct StaticFiles: Sendable {
  struct File: Sendable {
    let name: String
    let type: String
    let bytes: [UInt8]
    let tag: EntityTag
  }

  /// The beginning of a SHA-256 over all of them, and over what ``FilterPicture`` is made of, in
  /// hexadecimal: other contents have another.
  let version: String
  /// What a page needs of them: the icons, and the scripts by name without the ending.
  let paths: [String: String]
  /// The colours of a page's ground by its name, as the style has them.
  let grounds: [String: Ground]
  private let files: [String: File]
  /// The parts of the style by their names, in the order of the cascade.
  private let style: [(name: String, text: String)]
  private let modules: Modules

  /// A colour in light and in dark.
  struct Ground: Sendable, Equatable {
    let light: String
    let dark: String
  }

  /// The style: all of its parts.
  static let style = "app.css"

  /// By ending; files with another one are not served.
  private static let types = [
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
    "woff2": "font/woff2",
  ]

  /// - Parameter folder: that with the icons in it, and with folders of styles, scripts and faces.
  /// - Throws: ``AssetError``, and what reading one throws.
  init(folder: String) throws {
    var contents: [String: [UInt8]] = [:]
    for name in ["", "/scripts", "/fonts"] {
      for (file, bytes) in try Self.files(in: folder + name) {
        guard contents.updateValue(bytes, forKey: file) == nil else {
          throw AssetError.twice(file)
        }
      }
    }
    let parts = try Self.files(in: folder + "/style").mapValues {
      String(decoding: $0, as: UTF8.self).replacing(/(?s)\/\*.*?\*\//, with: "")
    }.sorted { $0.key < $1.key }
    style = parts.map { ($0.key, $0.value) }
    let text = parts.map(\.value).joined(separator: "\n")
    guard contents.updateValue(Array(text.utf8), forKey: Self.style) == nil else {
      throw AssetError.twice(Self.style)
    }
    grounds = Self.grounds(in: text)
    modules = try Modules(
      contents.filter { $0.key.hasSuffix(".js") }
        .mapValues { String(decoding: $0, as: UTF8.self) })

    var hashes = FilterPicture.version
    files = contents.keys.sorted().reduce(into: [:]) { files, name in
      guard let type = Self.type(of: name), let bytes = contents[name] else { return }
      let hash = Array(SHA256.hash(bytes.span))
      hashes += name.utf8 + hash
      files[name] = File(
        name: name, type: type, bytes: bytes, tag: EntityTag(hash: Array(hash.prefix(8))))
    }
    let version = Array(SHA256.hash(hashes.span).prefix(8)).hexadecimal
    self.version = version
    let named = [
      "icon": "icon.svg", "touchIcon": "icon-192.png",
      "filterTables": FilterPicture.name,
    ]
    paths = files.keys.filter { $0.hasSuffix(".js") }.reduce(into: named) {
      $0[String($1.dropLast(3))] = $1
    }.mapValues { "/assets/\(version)/\($0)" }
  }

  subscript(_ name: String) -> File? { files[name] }

  /// Where a file is found, with the version in it, so that browsers may keep it.
  func path(of name: String) -> String { "/assets/\(version)/\(name)" }

  /// What a page needs of the style, to be part of the page itself.
  ///
  /// - Parameter names: the parts beside the numbered ones, which every page needs, without the ending; nil for all.
  /// - Returns: the parts, in the order of the cascade.
  /// - Throws: ``AssetError`` for a part that is not there.
  func style(of names: [String]?) throws -> InlineStyle {
    func isOfEveryPage(_ name: String) -> Bool { name.first?.isNumber == true }
    let named = names.map { Set($0.map { $0 + ".css" }) }
    let known = Set(style.map(\.name).filter { !isOfEveryPage($0) })
    if let missing = named?.subtracting(known).min() { throw AssetError.missing(missing) }
    let parts = style.filter { isOfEveryPage($0.name) || named?.contains($0.name) != false }
    // A face is named by its file alone, which lies beside the style.
    let text = parts.map(\.text).joined(separator: "\n")
      .replacing(/url\("([\w.-]+)"\)/) { "url(\"\(path(of: String($0.1)))\")" }
    return InlineStyle(text)
  }

  /// The modules that scripts import, and those that these import: a page names them, so that a browser
  /// asks for all at once.
  ///
  /// - Parameter scripts: names without the ending; what is no script is left aside.
  /// - Returns: their paths, without those of the scripts themselves.
  func imports(of scripts: [String]) -> [String] {
    modules.imports(of: scripts.map { $0 + ".js" }).map(path)
  }

  private static func type(of name: String) -> String? {
    name.split(separator: ".").last.flatMap { types[String($0)] }
  }

  private static func files(in folder: String) throws -> [String: [UInt8]] {
    let manager = FileManager.default
    return try manager.contentsOfDirectory(atPath: folder).reduce(into: [:]) { files, name in
      guard type(of: name) != nil, !name.hasPrefix(".") else { return }
      files[name] = try Array(Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
    }
  }

  private static func grounds(in style: String) -> [String: Ground] {
    // What is between the name of a colour and its ground are other tokens of the same block.
    let blocks = style.matches(
      of: /data-colour="(\w+)"\][^{}]*\{[^{}]*--ground:\s*light-dark\((#\w+),\s*(#\w+)\)/)
    return blocks.reduce(into: [:]) {
      $0[String($1.1)] = Ground(light: String($1.2), dark: String($1.3))
    }
  }
}

/// A style that is part of a page.
struct InlineStyle: Sendable {
  let text: String
  /// What lets it into the page (Content Security Policy Level 3, section 2.3.1, `hash-source`).
  let source: String

  init(_ text: String) {
    self.text = text
    let hash = SHA256.hash(Array(text.utf8).span)
    source = "'sha256-\(Data(hash).base64EncodedString())'"
  }
}

/// Which scripts import which, read from their lines `import … from "./name.js"`.
private struct Modules: Sendable {
  private let direct: [String: [String]]

  /// - Throws: ``AssetError`` where one imports what is not there.
  init(_ scripts: [String: String]) throws {
    direct = try scripts.mapValues { text in
      try text.matches(of: /(?m)^(?:import|export)\b[^;"]*"\.\/([\w.-]+)"/).map { match in
        let name = String(match.1)
        guard scripts[name] != nil else { throw AssetError.missing(name) }
        return name
      }
    }
  }

  func imports(of scripts: [String]) -> [String] {
    var found: [String] = []
    var queue = scripts
    while let name = queue.popLast() {
      for other in direct[name] ?? [] where !found.contains(other) && !scripts.contains(other) {
        found.append(other)
        queue.append(other)
      }
    }
    return found.sorted()
  }
}

/// An error in the files of the pages.
enum AssetError: Error, Equatable {
  /// Two files have one name, so that one would hide the other.
  case twice(String)
  /// A script imports a file, or a page names a style, that is not there.
  case missing(String)
}
