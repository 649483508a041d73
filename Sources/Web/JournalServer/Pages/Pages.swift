import Foundation
import HTTPTypes
import Hummingbird
import Mustache
import NIOCore
import Store
package import Wording

/// What a template is filled with.
typealias PageContent = [String: any Sendable]

extension Optional {
  /// For a part of a template that is shown once, or not at all.
  var once: [Wrapped] { map { [$0] } ?? [] }
}

/// The pages: templates, texts, and the files that go with them.
package struct Pages: Sendable {
  let files: StaticFiles
  let texts: PageTexts
  /// The pages of the manual; none if it is not installed.
  let manual: [ManualPage]
  /// Where all of it lies, with the photos of the example posts.
  let folder: String
  private let library: MustacheLibrary
  private let words: [Language: Words]
  private let britishWords: Words
  /// The modules that the scripts of each template import.
  private let modules: [String: [String]]
  /// What each template needs of the style.
  private let styles: [String: InlineStyle]

  /// - Parameters:
  ///   - folder: the assets', with `templates`, `static` and `texts` in it.
  ///   - manual: what Help shows.
  /// - Throws: ``TextsError``, and what reading the files and templates throws.
  package init(folder: String, manual: [ManualPage] = []) async throws {
    self.folder = folder
    self.manual = manual
    PageText.register()
    let templates = try Self.templates(in: folder + "/templates")
    library = try Self.library(of: templates)
    files = try StaticFiles(folder: folder + "/static")
    let texts = try PageTexts(folder: folder + "/texts")
    self.texts = texts
    modules = Self.scripts(of: templates).mapValues(files.imports)
    styles = try Self.styles(of: templates).mapValues(files.style)
    words = Dictionary(
      uniqueKeysWithValues: Language.allCases.map { ($0, Words($0, texts)) })
    britishWords = Words(.english, texts, isBritish: true)
  }

  /// What a page says in the language of the request.
  func words(for request: Request) -> Words {
    let preferences = Preferences(of: request)
    if preferences.isBritish { return britishWords }
    let language = preferences.language
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
    content["language"] = preferences.isBritish ? PageTexts.british : preferences.language.rawValue
    content["limit"] = ErrorTexts.server.limits
    content["theme"] = preferences.theme.rawValue
    content["pageColour"] = preferences.colour.rawValue
    content["textSize"] = preferences.textSize.rawValue
    content["lineSpacing"] = preferences.lineSpacing.rawValue
    content["readingFace"] = preferences.face.rawValue
    content["themeColours"] = themeColours(preferences)
    content["asset"] = files.paths
    content["visitor"] = Asker.current.owner?.text
    content["keepsOffline"] = Asker.current.keepsOffline
    content["may"] = ["lock": Asker.current.mayLock, "leave": Asker.current.mayLeave]
    content["modules"] = modules[template] ?? []
    let sheet = files.path(of: StaticFiles.style)
    let inline = isNew(request) ? styles[template] : nil
    content["styleSheet"] = sheet
    content["inlineStyle"] = inline?.text
    content["page"] = template
    content["place"] = Place.content(of: template)
    guard let html = library.render(content, withTemplate: template) else {
      throw Problem("page")
    }
    var response = Response(
      status: status, headers: [.contentType: "text/html; charset=utf-8"],
      body: .init(byteBuffer: ByteBuffer(string: html)))
    if let inline {
      response.headers[.contentSecurityPolicy] = AnswerHeaders.policy(style: inline.source)
      response.setCookie(
        Cookie(
          name: Self.styleCookie, value: files.version, maxAge: Preferences.lifetime, path: "/",
          httpOnly: true, sameSite: .lax))
    } else {
      // A slow network brings the field long before the page.
      response.headers[.link] = "<\(sheet)>; rel=preload; as=style"
    }
    return response
  }

  /// The version of the files for which a browser was told of the style.
  private static let styleCookie = "style"

  /// Whether the page is the first of this version that a browser opens. It holds what it needs of the style:
  /// the browser paints it without another round trip, and fetches the style for the next page.
  private func isNew(_ request: Request) -> Bool {
    request.headers[.secFetchDest] == "document"
      && request.cookies[Self.styleCookie]?.value != files.version
  }

  /// The templates by their names, as they are written.
  private static func templates(in folder: String) throws -> [String: String] {
    let ending = ".mustache"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    return try files.filter { $0.hasSuffix(ending) }.reduce(into: [:]) { templates, name in
      templates[String(name.dropLast(ending.count))] =
        try String(contentsOf: URL(filePath: "\(folder)/\(name)"), encoding: .utf8)
    }
  }

  /// The templates, whose forms that change something say of which owner the page is: none is left out.
  private static func library(of templates: [String: String]) throws -> MustacheLibrary {
    var library = MustacheLibrary()
    for (name, text) in templates {
      let owned = text.replacing(/<form\b[^>]* method="post"[^>]*>/) { form in
        form.output
          + #"{{#visitor}}<input type="hidden" name="owner" value="{{.}}">{{/visitor}}"#
      }
      try library.register(owned, named: name)
    }
    return library
  }

  /// The names of the scripts that each template asks for, with those that every page has.
  private static func scripts(of templates: [String: String]) -> [String: [String]] {
    let named = templates.mapValues { text in
      text.matches(of: /<script[^>]*\{\{asset\.(\w+)\}\}/).map { String($0.1) }
    }
    return named.mapValues { $0 + (named["layout"] ?? []) }
  }

  /// The parts of the style that each template names, as `{{$styles}}composer timeline{{/styles}}`; nil of
  /// one that names none, which needs all. A page that is often the first one names them: a slow phone then
  /// paints it sooner.
  private static func styles(of templates: [String: String]) -> [String: [String]?] {
    templates.mapValues { text in
      text.firstMatch(of: /\{\{\$styles\}\}([\w ]*)\{\{\/styles\}\}/).map { named in
        named.1.split(separator: " ").map(String.init)
      }
    }
  }

  /// What a browser's own frame around a page is coloured with.
  private func themeColours(_ preferences: Preferences) -> [PageContent] {
    guard let ground = files.grounds[preferences.colour.rawValue] else { return [] }
    func content(_ colour: String, _ media: String?) -> PageContent {
      ["colour": colour, "media": media.once]
    }
    return switch preferences.theme {
    case .light: [content(ground.light, nil)]
    case .dark: [content(ground.dark, nil)]
    case .automatic:
      [content(ground.light, "light"), content(ground.dark, "dark")]
    }
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
    if request.headers[.accept] == "text/plain" {
      // A script, which shows it where the matter is.
      return Response(
        status: .init(code: problem.status),
        headers: [.contentType: "text/plain; charset=utf-8"],
        body: .init(byteBuffer: ByteBuffer(string: message.sentence(in: words.language))))
    }
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

/// The five places of the bar, and the further ones of a wide screen's rail.
enum Place: String {
  case today, calendar, new, timeline, more
  case memories, tags, texts, people, reminders, statistics, trash, settings, tour, about

  /// The place's own page, and those that are reached from there.
  private static let templates: [Place: [String]] = [
    .today: ["today"],
    .calendar: ["month", "year", "day"],
    .new: ["new", "posted"],
    .timeline: ["timeline", "post", "photo", "version", "versions"],
    .more: [
      "more"
    ],
    .memories: ["memories"],
    .tags: ["tags"],
    .texts: [
      "texts", "text", "text-hearts", "collections", "collection", "section", "checklist",
      "reading-days", "plans", "plan", "annotations", "note", "note-versions",
    ],
    .people: ["people", "person", "person-edit", "contact", "due"],
    .reminders: ["reminders", "feed"],
    .statistics: ["statistics"],
    .trash: ["trash"],
    .settings: ["settings", "access", "device", "passkey", "pairing", "token"],
    .tour: ["tour"],
    .about: ["about-program", "help", "help-page"],
  ]

  private static let places: [String: (place: Place, isItself: Bool)] = templates.reduce(into: [:])
  {
    places, entry in
    for name in entry.value { places[name] = (entry.key, name == entry.value.first) }
  }

  /// Whether a narrow screen has it behind *More*.
  private var isFurther: Bool {
    switch self {
    case .today, .calendar, .new, .timeline, .more: false
    default: true
    }
  }

  /// The template's place, for the bar and the rail: what `aria-current` says of its link.
  static func content(of template: String) -> [String: String] {
    guard let (place, isItself) = places[template] else { return [:] }
    let own = [place.rawValue: isItself ? "page" : "true"]
    return place.isFurther ? own.merging([Self.more.rawValue: "true"]) { $1 } : own
  }
}
