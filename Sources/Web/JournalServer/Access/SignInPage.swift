import HTTPTypes
import Hummingbird
import Store
import Wording

/// The page for an unpaired browser: how to pair it with a link, and how to sign in without one.
///
/// It stands in the place of each page that such a browser asks for, and at `/sign-in`.
struct SignInPage: ServerRoutes {
  let server: ServerParts
  let gate: Gate
  /// By whose accounts one signs in; nil where there is none.
  let issuer: String?

  func add(to routes: Routes) {
    routes.open(.get, "/sign-in") { request, context in
      let next = LockPage.next(of: request)
      // A browser that is a device has come in.
      if (try? await gate.guest(of: request, context, needing: .all)) != nil {
        return .redirect(to: next)
      }
      let problem = pages.words(for: request).problem(of: request)
      return try response(for: request, leadingTo: next, problem: problem)
    }
  }

  /// The page in the place of one for which a device is needed.
  ///
  /// - Returns: nil where another answer is due.
  func refusal(_ problem: Problem, _ request: Request) -> Response? {
    guard problem.name == "no-device", [.get, .head].contains(request.method),
      request.headers[.accept] != "text/plain"
    else { return nil }
    let status = HTTPResponse.Status(code: problem.status)
    let next = LockPage.local(request.address) ?? "/"
    return try? response(for: request, leadingTo: next, status: status)
  }

  /// - Parameters:
  ///   - request: what the page answers.
  ///   - next: the path of this server that one goes on to.
  ///   - problem: why an earlier attempt failed, in words.
  ///   - status: that of the answer.
  /// - Returns: the page.
  /// - Throws: ``Problem`` where there is no such page.
  private func response(
    for request: Request, leadingTo next: String, problem: String? = nil,
    status: HTTPResponse.Status = .ok
  ) throws -> Response {
    let words = pages.words(for: request)
    let content: PageContent = [
      "title": status == .ok ? words("signIn") : words("problem-title-\(status.code)"),
      "problem": problem.once, "next": next,
      "account": issuer.map { words("signInWith", ["issuer": $0]) }.once,
      "hasPasskeys": settings.relyingParty(of: request) != nil,
    ]
    return try pages.response("sign-in", content, for: request, status: status)
  }
}
