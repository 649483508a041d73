import HTTPTypes
import Hummingbird
import Mustache
import NIOCore
import Wording

/// What a template is filled with.
typealias PageContent = [String: any Sendable]

extension Optional {
  /// For a part of a template that is shown once, or not at all.
  var once: [Wrapped] { map { [$0] } ?? [] }
}

/// The pages: templates, texts, and the files that go with them.
struct Pages: Sendable {
  let files: StaticFiles
  let texts: Texts
  private let library: MustacheLibrary
  private let words: [Language: Words]

  /// - Parameter folder: the assets', with `templates`, `static` and `texts.json` in it.
  /// - Throws: ``TextsError``, and what reading the files and templates throws.
  init(folder: String) async throws {
    PageText.register()
    library = try await MustacheLibrary(directory: folder + "/templates")
    files = try StaticFiles(folder: folder + "/static")
    let texts = try Texts(file: folder + "/texts.json")
    self.texts = texts
    words = Dictionary(
      uniqueKeysWithValues: Language.allCases.map { ($0, Words($0, texts)) })
  }

  /// What a page says in the language of the request.
  func words(for request: Request) -> Words {
    let language = Preferences(of: request).language
    return words[language] ?? Words(language, texts)
  }

  /// A page of a template.
  func response(
    _ template: String, _ content: PageContent, for request: Request,
    status: HTTPResponse.Status = .ok
  ) throws -> Response {
    let preferences = Preferences(of: request)
    var content = content
    content["t"] = words(for: request).texts
    content["language"] = preferences.language.rawValue
    content["limit"] = ErrorTexts.limits
    content["theme"] = preferences.theme.rawValue
    content["asset"] = files.paths
    content["page"] = template
    content["at"] = [template: true]
    guard let html = library.render(content, withTemplate: template) else {
      throw Problem("page")
    }
    return Response(
      status: status, headers: [.contentType: "text/html; charset=utf-8"],
      body: .init(byteBuffer: ByteBuffer(string: html)))
  }

  /// The page of a problem. A locked journal leads to the lock screen, and so does a wrong PIN.
  @Sendable func problem(_ problem: Problem, _ request: Request) -> Response {
    if problem.status == HTTPResponse.Status.locked.code, request.method == .get {
      return .redirect(to: LockPage.path(to: request.address))
    }
    if request.path == "/unlock", LockPage.problems.contains(problem.name) {
      return .redirect(to: LockPage.path(to: LockPage.next(of: request), after: problem))
    }
    let words = words(for: request)
    // An address without a route has no name of its own.
    let isUnrouted = problem.status == 404 && problem.name == "request"
    let message = isUnrouted ? Problem("no-page").message : problem.message
    let content: PageContent = [
      "title": words.texts["problem-title-\(problem.status)"] ?? problem.title,
      "detail": message.sentence(in: words.language), "photos": problem.photos,
      "hasPhotos": !problem.photos.isEmpty,
      "isLocked": problem.status == HTTPResponse.Status.locked.code,
      // Without a paired device there is no other page, and a locked journal leads to the lock.
      "hasHome": ![401, 423].contains(problem.status),
    ]
    let page = try? response(
      "problem", content, for: request, status: .init(code: problem.status))
    return page ?? problem.response()
  }
}
