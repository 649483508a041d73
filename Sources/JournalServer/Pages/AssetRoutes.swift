import Files
import Foundation
import HTTPTypes
import Hummingbird
import KeyDerivation
import NIOCore
import Wording

/// What is the same for everybody: that the server runs, the interface's document, styles, scripts,
/// icons, manifest and service worker.
struct AssetRoutes: RouteGroup {
  let files: StaticFiles
  let document: InterfaceDocument

  func add(to routes: Routes) {
    routes.open(.get, "/health") { _, _ in
      Response(
        status: .ok, headers: [.contentType: "text/plain"],
        body: .init(byteBuffer: .init(string: "ok\n")))
    }
    routes.open(.get, "/api/v1/openapi.json") { _, _ in document.response() }
    routes.open(.get, "/assets/:name") { request, context in
      try response(to: request, files[context.parameters.get("name") ?? ""])
    }
    // Both have to be where all pages are below them.
    for name in ["manifest.webmanifest", "service-worker.js"] {
      routes.open(.get, "/\(name)") { request, _ in try response(to: request, files[name]) }
    }
  }

  private func response(to request: Request, _ file: StaticFiles.File?) throws -> Response {
    guard let file else { throw Problem("no-page.file") }
    let isVersioned = request.uri.queryParameters["v"].map(String.init) == file.version
    let headers: HTTPFields = [
      .eTag: file.tag.description, .contentType: file.type,
      .cacheControl: isVersioned ? "public, max-age=31536000, immutable" : "public, no-cache",
    ]
    if let field = request.headers[.ifNoneMatch], file.tag.isMeant(by: field, weakly: true) {
      return .empty(.notModified, headers: headers)
    }
    return Response(
      status: .ok, headers: headers,
      body: .init(byteBuffer: ByteBuffer(bytes: file.bytes)))
  }
}

/// The description of the interface for programs, in OpenAPI 3.1, as it is written by hand.
struct InterfaceDocument: Sendable {
  private let bytes: ByteBuffer

  /// - Parameter folder: the assets', with `openapi.json` in it.
  /// - Throws: what Foundation throws where it cannot be read.
  init(folder: String) throws {
    bytes = ByteBuffer(bytes: try Data(contentsOf: URL(filePath: "\(folder)/openapi.json")))
  }

  func response() -> Response {
    Response(
      status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: bytes))
  }
}

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
    "write.js": "text/javascript; charset=utf-8",
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
