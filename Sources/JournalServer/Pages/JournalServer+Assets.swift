import HTTPTypes
import Hummingbird
import NIOCore

extension JournalServer {
  /// What is the same for everybody: styles, script, icons, manifest and service worker.
  func addAssets(to routes: Routes) {
    routes.open(.get, "/assets/:name") { [pages] request, context in
      try response(to: request, pages.files[context.parameters.get("name") ?? ""])
    }
    // Both have to be where all pages are below them.
    for name in ["manifest.webmanifest", "service-worker.js"] {
      routes.open(.get, "/\(name)") { [pages] request, _ in
        try response(to: request, pages.files[name])
      }
    }

    @Sendable func response(to request: Request, _ file: StaticFiles.File?) throws -> Response {
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
}
