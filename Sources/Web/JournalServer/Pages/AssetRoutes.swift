import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Wording

/// Files that are the same for everybody: the health check, styles, scripts, icons, the filters'
/// tables, manifest and service worker.
struct AssetRoutes: ServerRoutes {
  let server: ServerParts
  private let filters = FilterPicture()
  private var files: StaticFiles { pages.files }

  func add(to routes: Routes) {
    routes.open(.get, "/health") { _, _ in
      Response(
        status: .ok, headers: [.contentType: "text/plain"],
        body: .init(byteBuffer: .init(string: "ok\n")))
    }
    routes.open(.get, "/assets/:version/:name") { request, context in
      try await response(
        to: request, file(context.parameters.get("name") ?? ""),
        version: context.parameters.get("version"))
    }
    // For what has to have an address of its own: the page for when there is no network, and the
    // manifest's icons.
    routes.open(.get, "/assets/:version") { request, context in
      try await response(to: request, file(context.parameters.get("version") ?? ""))
    }
    // Both have to be where all pages are below them.
    for name in ["manifest.webmanifest", "service-worker.js"] {
      routes.open(.get, "/\(name)") { request, _ in try response(to: request, files[name]) }
    }
  }

  private func file(_ name: String) async throws -> StaticFiles.File? {
    if name == FilterPicture.name { return try await workers.run { try filters.file() } }
    return files[name]
  }

  /// A page that came before the server was renewed gets the files of the present version, which its
  /// browser may not keep under the earlier one.
  private func response(
    to request: Request, _ file: StaticFiles.File?, version: String? = nil
  ) throws -> Response {
    guard let file else { throw Problem("no-page.file") }
    let isVersioned = version == files.version
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
