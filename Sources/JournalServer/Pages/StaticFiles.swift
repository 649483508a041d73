import Files
import Foundation
import KeyDerivation
import Stamping

/// Styles, script and icons: read at the start, so that no path of a request leads to a file.
struct StaticFiles: Sendable {
  struct File: Sendable {
    let name: String
    let type: String
    let bytes: [UInt8]
    /// The beginning of the content's SHA-256, in hexadecimal: another content has another.
    let version: String
    /// Of the same bytes.
    let tag: EntityTag

    /// Where it is found, with its version, so that browsers may keep it.
    var path: String { "/assets/\(name)?v=\(version)" }
  }

  private let files: [String: File]

  private static let types = [
    "app.css": "text/css; charset=utf-8",
    "app.js": "text/javascript; charset=utf-8",
    "icon-192.png": "image/png",
    "icon-512.png": "image/png",
    "icon.svg": "image/svg+xml",
    "label.js": "text/javascript; charset=utf-8",
    "lock.js": "text/javascript; charset=utf-8",
    "manifest.webmanifest": "application/manifest+json",
    "offline.html": "text/html; charset=utf-8",
    "photocard.js": "text/javascript; charset=utf-8",
    "phototime.js": "text/javascript; charset=utf-8",
    "service-worker.js": "text/javascript; charset=utf-8",
    "upload.js": "text/javascript; charset=utf-8",
    "watch.js": "text/javascript; charset=utf-8",
  ]

  /// - Parameter folder: that in which all of them lie.
  /// - Throws: what reading one throws.
  init(folder: String) throws {
    files = try Dictionary(
      uniqueKeysWithValues: Self.types.map { name, type in
        let bytes = try Array(Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
        let hash = Array(SHA256.hash(bytes.span).prefix(8))
        return (
          name,
          File(
            name: name, type: type, bytes: bytes, version: hash.hexadecimal,
            tag: EntityTag(hash: hash))
        )
      })
  }

  subscript(_ name: String) -> File? { files[name] }

  /// What a page needs of them: the style, the icons, and the scripts by name without its ending.
  var paths: [String: String] {
    let scripts = files.values.filter { $0.name.hasSuffix(".js") }
    let named = ["style": "app.css", "icon": "icon.svg", "touchIcon": "icon-192.png"]
    return scripts.reduce(into: named.compactMapValues { files[$0]?.path }) { paths, file in
      paths[String(file.name.dropLast(".js".count))] = file.path
    }
  }
}
