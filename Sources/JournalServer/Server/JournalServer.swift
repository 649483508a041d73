package import Hummingbird
import Mustache
import NIOCore
package import Store

/// A journal on the web: pages for people and an interface for programs.
package struct JournalServer: Sendable {
  let journals: Journal
  let settings: ServerSettings
  let sessions = DeviceSessions()
  let workers: Workers
  let pages: Pages
  let images: ImageQueue
  /// Photos that are posted under one key come one after the other.
  let keys = Turns<KeyOfOwner>()
  let labels: Labelling
  let document: InterfaceDocument

  /// - Parameters:
  ///   - journals: the folder's.
  ///   - settings: how the server is reached.
  /// - Throws: what reading the templates throws.
  package init(_ journals: Journal, _ settings: ServerSettings) async throws {
    (self.journals, self.settings) = (journals, settings)
    workers = Workers(count: 8)
    pages = try await Pages(folder: settings.assets)
    images = ImageQueue(jobs: System.coreCount, longest: 128)
    labels = Labelling(settings)
    document = try InterfaceDocument(folder: settings.assets)
  }

  var gate: Gate {
    Gate(journals: journals, sessions: sessions, workers: workers, settings: settings)
  }

  /// All routes, made anew.
  package func routes() -> Routes {
    let router = Router(context: ServerContext.self, options: [.autoGenerateHeadEndpoints])
    router.add(middleware: RequestLog())
    router.add(middleware: AnswerHeaders(isSecure: settings.isSecure))
    router.add(middleware: ErrorAnswers(page: pages.problem, wording: settings.wording))
    let routes = Routes(into: router, behind: gate)
    addHealth(to: routes)
    addPairing(to: routes)
    addLock(to: routes)
    addDays(to: routes)
    addInterface(to: routes)
    addExport(to: routes)
    addPages(to: routes)
    routes.refuseOtherMethods()
    return routes
  }

  /// What answers requests.
  package func responder() -> some HTTPResponder<ServerContext> { routes().router.buildResponder() }

  private func addHealth(to routes: Routes) {
    routes.open(.get, "/health") { _, _ in
      Response(
        status: .ok, headers: [.contentType: "text/plain"],
        body: .init(byteBuffer: .init(string: "ok\n")))
    }
  }
}
