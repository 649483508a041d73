import HTTPTypes
import Hummingbird
import Journal
import Logging
import NIOCore
import Synchronization
import Wording

/// Turns errors into answers: a problem for programs, a page for people.
struct ErrorAnswers: RouterMiddleware {
  typealias Context = ServerContext
  let page: @Sendable (Problem, Request) -> Response
  /// The words for an error in the log.
  let wording: @Sendable (any Error) -> String

  func handle(
    _ request: Request, context: ServerContext,
    next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      let problem = Problem(error)
      if problem.isOfLoad {
        // Of a client that asks for too much, or of a server that has too much to do: neither is broken.
        context.logger.info("\(context.endpointPath ?? "-") refused: \(problem.detail)")
      } else if problem.status >= 500 {
        let cause = error is Problem ? problem.detail : wording(error)
        context.logger.error("\(context.endpointPath ?? "-") failed: \(cause)")
      }
      if request.path.hasPrefix("/api/") { return problem.response() }
      var answer = page(problem, request)
      for field in problem.fields { answer.headers[field.name] = field.value }
      return answer
    }
  }
}

/// The headers of every answer: store nothing, load from this server only, and trust each file's
/// type.
struct AnswerHeaders: RouterMiddleware {
  typealias Context = ServerContext
  let isSecure: Bool

  private static let usualPolicy = policy()

  /// What a page may load, and from where (Content Security Policy Level 3).
  ///
  /// - Parameter style: what lets in a style that is part of the page; nil where none is.
  /// - Returns: the header's value.
  static func policy(style: String? = nil) -> String {
    [
      "default-src 'none'", "img-src 'self' blob: data:", "media-src 'self'",
      "style-src 'self'" + (style.map { " \($0)" } ?? ""), "font-src 'self'",
      "script-src 'self'", "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'",
      "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'",
    ].joined(separator: "; ")
  }

  /// What no page asks for (Permissions Policy, section 5.2). Passkeys and copying are the pages' own.
  private static let permissions = [
    "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer",
    "microphone", "midi", "payment", "serial", "usb",
  ].map { "\($0)=()" }.joined(separator: ", ")

  func handle(
    _ request: Request, context: ServerContext,
    next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    if response.headers[.contentSecurityPolicy] == nil {
      response.headers[.contentSecurityPolicy] = Self.usualPolicy
    }
    response.headers[.xContentTypeOptions] = "nosniff"
    response.headers[.referrerPolicy] = "same-origin"
    response.headers[.crossOriginResourcePolicy] = "same-origin"
    response.headers[.crossOriginOpenerPolicy] = "same-origin"
    response.headers[.permissionsPolicy] = Self.permissions
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    if isSecure { response.headers[.strictTransportSecurity] = "max-age=31536000" }
    return response
  }
}

/// Refuses a request that does not name its host exactly once (RFC 9112, section 3.2).
struct HostCheck: RouterMiddleware {
  typealias Context = ServerContext

  func handle(
    _ request: Request, context: ServerContext,
    next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    // The first Host field is the authority; a second one stays a field.
    guard let host = request.head.authority, !host.isEmpty, request.headers[.hostField] == nil,
      host.utf8.allSatisfy(\.isOfHost)
    else { throw Problem("request.host") }
    return try await next(request, context)
  }
}

/// Refuses a method that a path does not have, and names those it has. It is asked about what no route answers.
final class OtherMethods: RouterMiddleware {
  typealias Context = ServerContext
  private let entries: [Routes.Entry]
  /// Finds paths as the routes are found. Made when it is first needed: most servers' clients ask for nothing
  /// that is not there, and every server would start later for it.
  private let paths = Mutex<RouterResponder<ServerContext>?>(nil)

  init(of entries: [Routes.Entry]) { self.entries = entries }

  func handle(
    _ request: Request, context: ServerContext,
    next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let finder = paths.withLock { paths in
      let made = paths ?? makePaths()
      paths = made
      return made
    }
    var head = request.head
    head.method = .get
    let question = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    let found = try await finder.respond(to: question, context: context)
    guard let allow = found.headers[.allow] else { return try await next(request, context) }
    var problem = Problem("method.allowed", ["methods": .text(allow)])
    problem.headers = [.allow: allow]
    throw problem
  }

  /// What answers every path with its methods.
  private func makePaths() -> RouterResponder<ServerContext> {
    let router = Router(context: ServerContext.self)
    for (path, entries) in Dictionary(grouping: entries, by: \.path) {
      var methods = entries.map(\.method)
      if methods.contains(.get) { methods.append(.head) }
      let allow = methods.map(\.rawValue).sorted().joined(separator: ", ")
      router.get(RouterPath(path)) { _, _ in Response(status: .ok, headers: [.allow: allow]) }
    }
    return router.buildResponder()
  }
}

extension HTTPField.Name {
  static let hostField = HTTPField.Name(known: "Host")
}

extension UInt8 {
  /// Whether it may stand in a host with its port (RFC 3986, section 3.2.2).
  fileprivate var isOfHost: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: "-._~%!$&'()*+;=:[]".utf8.contains(self)
    }
  }
}

/// Logs one line per request: method, route, status and time; nothing that a person wrote.
struct RequestLog: RouterMiddleware {
  typealias Context = ServerContext

  func handle(
    _ request: Request, context: ServerContext,
    next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    let response = try await next(request, context)
    let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    context.logger.info(
      "\(request.method.rawValue) \(context.endpointPath ?? "-") \(response.status.code)",
      metadata: ["ms": "\(Int(milliseconds))"])
    return response
  }
}

extension HTTPField.Name {
  static let link = HTTPField.Name(known: "Link")
  static let referrerPolicy = HTTPField.Name(known: "Referrer-Policy")
  static let crossOriginOpenerPolicy = HTTPField.Name(known: "Cross-Origin-Opener-Policy")
  static let permissionsPolicy = HTTPField.Name(known: "Permissions-Policy")
}
