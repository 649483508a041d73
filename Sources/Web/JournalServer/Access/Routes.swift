package import HTTPTypes
import Hummingbird
package import Store
import Wording

/// The server's routes, each with what it takes to get in.
///
/// A route is made by one of these functions, and each gives its handler no more than the request has
/// proved: no route is open by mistake. A route of the interface has an operation, which says which scope is
/// enough; one of a page takes all of it, and leaves aside what its address has that it does not know. What is
/// sent by a page that the browser had of another owner is refused, whatever it is.
package final class Routes {
  package enum Access: Sendable, Hashable {
    /// Anybody who reaches the server.
    case open
    /// A paired device, even while its owner's journal is locked.
    case device
    /// A paired device whose owner's journal is unlocked.
    case unlocked
  }

  package struct Entry: Sendable {
    package let method: HTTPRequest.Method
    package let path: String
    package let access: Access
    /// The scope that a device needs; nil if anybody may send the request.
    package let scope: DeviceScope?
    /// What the interface's document says of it; nil of a page's.
    let operation: Operation?
  }

  package private(set) var entries: [Entry] = []
  let router: Router<ServerContext>
  private let gate: Gate
  private let answers: Places
  private let compression = Compression()

  /// - Parameters:
  ///   - router: gets the routes.
  ///   - gate: says who gets in.
  ///   - answers: the bytes of long texts that are in memory until they are sent.
  init(into router: Router<ServerContext>, gate: Gate, answers: Places) {
    (self.router, self.gate, self.answers) = (router, gate, answers)
  }

  func open(
    _ method: HTTPRequest.Method, _ path: String, _ operation: Operation? = nil,
    _ handle: @escaping @Sendable (Request, ServerContext) async throws -> Response
  ) {
    add(method, path, .open, nil, operation) { [gate] request, context in
      try gate.checkOrigin(of: request)
      try operation?.checkQuery(of: request)
      return try await handle(request, context)
    }
  }

  /// A form that another site's page, or its server, sends: the handler proves by it alone whose it is, and
  /// takes no cookie for that.
  func openToOtherSites(
    _ method: HTTPRequest.Method, _ path: String,
    _ handle: @escaping @Sendable (Request, ServerContext) async throws -> Response
  ) {
    add(method, path, .open, nil, nil, handle)
  }

  func device(
    _ method: HTTPRequest.Method, _ path: String, _ operation: Operation? = nil,
    _ handle: @escaping @Sendable (Request, ServerContext, Device) async throws -> Response
  ) {
    let scope = operation?.scope ?? .all
    add(method, path, .device, scope, operation) { [gate] request, context in
      let guest = try await gate.guest(of: request, context, needing: scope)
      try operation?.checkQuery(of: request)
      let response = try await gate.asking(guest) {
        try await handle(
          operation == nil ? request.ofOwnPage() : request, context, guest.device)
      }
      return gate.replacingCookie(of: guest, in: response)
    }
  }

  func unlocked(
    _ method: HTTPRequest.Method, _ path: String, _ operation: Operation? = nil,
    _ handle: @escaping @Sendable (Request, ServerContext, Visit) async throws -> Response
  ) {
    let scope = operation?.scope ?? .all
    add(method, path, .unlocked, scope, operation) { [gate, answers] request, context in
      let visit = try await gate.visit(of: request, context, needing: scope)
      try operation?.checkQuery(of: request)
      let response = try await gate.asking(visit.guest, visit.journal) {
        try await handle(operation == nil ? request.ofOwnPage() : request, context, visit)
      }
      return gate.replacingCookie(
        of: visit.guest,
        in: try response.holding(answers, for: visit.journal.owner, on: visit.device.id))
    }
  }

  /// As ``unlocked(_:_:_:_:)``, for what is posted. A device that may only post gets to the slot
  /// in the door, and while the journal is locked one that may post then: no farther.
  func posting(
    _ path: String, _ operation: Operation,
    _ handle: @escaping @Sendable (Request, ServerContext, Poster) async throws -> Response
  ) {
    add(.post, path, .unlocked, operation.scope, operation) { [gate] request, context in
      let poster = try await gate.poster(of: request, context)
      try operation.checkQuery(of: request)
      let response = try await gate.asking(poster.guest, poster.journal) {
        try await handle(request, context, poster)
      }
      return gate.replacingCookie(of: poster.guest, in: response)
    }
  }

  /// As ``unlocked(_:_:_:_:)``, for a form of words or photos: what a person typed and chose is kept while
  /// the journal is locked, and the lock screen leads on to it.
  ///
  /// - Parameters:
  ///   - path: that of the form, and of the page that shows it again.
  ///   - forms: receives it.
  ///   - drafts: where it is kept; nothing is read of the journal for that.
  ///   - handle: is given the form.
  func unlockedForm(
    _ path: String, readBy forms: FormBodies, keptIn drafts: Drafts,
    _ handle: @escaping @Sendable (Request, ServerContext, Visit, SentForm) async throws -> Response
  ) {
    add(.post, path, .unlocked, .all, nil) { [gate] request, context in
      func kept(_ sent: SentForm, _ guest: Guest, _ refusal: Problem) async throws -> Response {
        let path = Drafts.path(of: request)
        let address = try await drafts.keep(sent, at: path, for: guest.device).address
        let response = Response.redirect(to: LockPage.path(to: address)).adding(refusal.headers)
        return gate.replacingCookie(of: guest, in: response)
      }
      let visit: Visit
      do {
        visit = try await gate.visit(of: request, context, needing: .all)
      } catch {
        let refusal = Problem(error)
        guard refusal.name == "locked", request.isForm else { throw error }
        let guest = try await gate.guest(of: request, context, needing: .all)
        let sent = try await forms.form(of: request, for: guest.device)
        try sent.form.checkOwner(of: Asker(guest.device))
        return try await kept(sent, guest, refusal)
      }
      let sent = try await forms.form(of: request, for: visit.device)
      try sent.form.checkOwner(of: Asker(visit.device))
      do {
        let response = try await drafts.keeping(sent, of: request, for: visit.device) {
          try await gate.asking(visit.guest, visit.journal) {
            try await handle(request, context, visit, sent)
          }
        }
        return gate.replacingCookie(of: visit.guest, in: response)
      } catch {
        // Locked after the gate was passed.
        let refusal = Problem(error)
        guard refusal.name == "locked" else { throw error }
        return try await kept(sent, visit.guest, refusal)
      }
    }
  }

  /// Makes every path refuse the methods that it does not have, and name those it has. Called after all
  /// routes are added: they do not go through it.
  func refuseOtherMethods() { router.add(middleware: OtherMethods(of: entries)) }

  private func add(
    _ method: HTTPRequest.Method, _ path: String, _ access: Access, _ scope: DeviceScope?,
    _ operation: Operation?,
    _ handle: @escaping @Sendable (Request, ServerContext) async throws -> Response
  ) {
    entries.append(
      Entry(method: method, path: path, access: access, scope: scope, operation: operation))
    // Here and not around the router: the answer to HEAD is made of that to GET, with its length.
    router.on(RouterPath(path), method: method) { [compression] request, context in
      try await compression.applied(to: try await handle(request, context), of: request)
    }
  }
}

/// Routes that belong together, with the values that their handlers need.
protocol RouteGroup: Sendable {
  func add(to routes: Routes)
}

/// The values that most handlers need.
struct ServerParts: Sendable {
  let journals: Journal
  let pages: Pages
  let queues: Queues
  let settings: ServerSettings
}

/// Routes that use parts of the server.
protocol ServerRoutes: RouteGroup {
  var server: ServerParts { get }
}

extension ServerRoutes {
  var journals: Journal { server.journals }
  var pages: Pages { server.pages }
  /// What does all that is done soon.
  var workers: WorkQueue { server.queues.common }
  var searches: Searches { server.queues.listing }
  var settings: ServerSettings { server.settings }
  /// Seconds since 1970 in UTC.
  var now: @Sendable () -> Int { server.settings.now }

  /// A page of a template. However long it is, it keeps only other work of its device's waiting, and nothing
  /// that the threads do which serve everybody.
  ///
  /// - Throws: as ``Pages/response(_:_:for:status:)``.
  func page(
    of template: String, _ content: PageContent, for request: Request,
    status: HTTPResponse.Status = .ok
  ) async throws -> Response {
    try await workers.run {
      try pages.response(template, content, for: request, status: status)
    }
  }
}

extension HTTPField.Name {
  /// A name that the program writes itself, never one that it reads.
  ///
  /// - Precondition: it is a token (RFC 9110, section 5.6.2); a test makes each of them.
  init(known name: StaticString) {
    guard let made = HTTPField.Name("\(name)") else {
      preconditionFailure("\(name) is not the name of a field")
    }
    self = made
  }
}
