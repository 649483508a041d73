package import HTTPTypes
import Hummingbird
import Store

/// The server's routes, each with what it takes to get in.
///
/// A route is made by one of three functions, and each gives its handler no more than its visitors
/// have shown: there is no way to make one that is open by mistake.
package final class Routes {
  package enum Access: Sendable, Hashable {
    /// Anybody who reaches the server.
    case open
    /// A paired device, be its owner's journal locked.
    case device
    /// A paired device whose owner's door is open.
    case unlocked
  }

  package struct Entry: Sendable, Hashable {
    package let method: HTTPRequest.Method
    package let path: String
    package let access: Access
  }

  package private(set) var entries: [Entry] = []
  let router: Router<ServerContext>
  private let gate: Gate

  init(into router: Router<ServerContext>, behind gate: Gate) {
    (self.router, self.gate) = (router, gate)
  }

  func open(
    _ method: HTTPRequest.Method, _ path: String,
    _ handle: @escaping @Sendable (Request, ServerContext) async throws -> Response
  ) {
    add(method, path, .open) { [gate] request, context in
      try gate.checkOrigin(of: request)
      return try await handle(request, context)
    }
  }

  func device(
    _ method: HTTPRequest.Method, _ path: String,
    _ handle: @escaping @Sendable (Request, ServerContext, Device) async throws -> Response
  ) {
    add(method, path, .device) { [gate] request, context in
      let device = try await gate.device(of: request)
      let response = try await handle(request, context, device)
      return gate.renewingCookie(of: request, from: device, in: response)
    }
  }

  func unlocked(
    _ method: HTTPRequest.Method, _ path: String,
    _ handle: @escaping @Sendable (Request, ServerContext, Visit) async throws -> Response
  ) {
    add(method, path, .unlocked) { [gate] request, context in
      let visit = try await gate.visit(of: request)
      let response = try await handle(request, context, visit)
      return gate.renewingCookie(of: request, from: visit.device, in: response)
    }
  }

  /// Has every path refuse the methods that it does not have, and say which it has; to be called when
  /// all routes are there.
  func refuseOtherMethods() {
    let all: [HTTPRequest.Method] = [
      .get, .head, .post, .put, .patch, .delete, .options, .trace, .query,
    ]
    for (path, entries) in Dictionary(grouping: entries, by: \.path) {
      var methods = entries.map(\.method)
      if methods.contains(.get) { methods.append(.head) }
      let allow = methods.map(\.rawValue).sorted().joined(separator: ", ")
      for method in all where !methods.contains(method) {
        router.on(RouterPath(path), method: method) { _, _ -> Response in
          var problem = Problem(.methodNotAllowed, "method", "Only \(allow) can be done here.")
          problem.headers = [.allow: allow]
          throw problem
        }
      }
    }
  }

  private func add(
    _ method: HTTPRequest.Method, _ path: String, _ access: Access,
    _ handle: @escaping @Sendable (Request, ServerContext) async throws -> Response
  ) {
    entries.append(Entry(method: method, path: path, access: access))
    router.on(RouterPath(path), method: method, use: handle)
  }
}

extension HTTPRequest.Method {
  /// draft-ietf-httpbis-safe-method-w-body.
  fileprivate static let query = HTTPRequest.Method("QUERY") ?? .get
}
