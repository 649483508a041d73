import HTTPTypes
import Hummingbird
import Journal
import Store
import Wording

/// Templates for new posts, for programs and for the composer.
struct TemplateRoutes: ServerRoutes {
  let server: ServerParts
  let bodies: LongBodies

  private static let name = Parameter.required("name", .string("The template's name."))

  func add(to routes: Routes) {
    routes.unlocked(
      .get, "/api/v1/templates",
      Operation(
        "getTemplates", .posts, "Templates that posts can start from, by name",
        "At most \(PostTemplate.limit).", scope: .read,
        answers: [.ok(.list("templates", of: .template), "The templates.")])
    ) { _, _, visit in
      let all = try await visit.run { try $0.templates.all() }
      return try .json(["templates": all.map(TemplateDescription.init)])
    }
    routes.unlocked(
      .get, "/api/v1/templates/template",
      Operation(
        "getTemplate", .posts, "A template", scope: .read, parameters: [Self.name],
        answers: [.ok(.template, "The template.")], refusals: [.notFound])
    ) { request, _, visit in
      let name = try Self.name(of: request)
      return try .json(TemplateDescription(await visit.run { try $0.templates.template(name) }))
    }
    routes.unlocked(
      .put, "/api/v1/templates",
      Operation(
        "setTemplate", .posts, "Save a template, replacing the one of that name",
        bodies: [.json(.newTemplate)],
        answers: [
          .ok(.template, "The replaced template."), .created(.template, "The new template."),
        ],
        refusals: [.insufficientStorage])
    ) { request, _, visit in
      let body = try await bodies.json(TemplateBody.self, from: request)
      let (template, isNew) = try await visit.run {
        try $0.templates.set(body.words, as: body.name, now: now())
      }
      return try .json(TemplateDescription(template), status: isNew ? .created : .ok)
    }
    routes.unlocked(
      .delete, "/api/v1/templates/template",
      Operation(
        "removeTemplate", .posts, "Remove a template", parameters: [Self.name],
        answers: [.noContent("The template is removed.")], refusals: [.notFound])
    ) { request, _, visit in
      let name = try Self.name(of: request)
      return try await visit.noContent { _ = try $0.templates.remove(name) }
    }
  }

  private static func name(of request: Request) throws -> TemplateName {
    guard let name = try Query(of: request).value("name", { try TemplateName($0) }) else {
      throw Problem("query.missing", ["name": "name"])
    }
    return name
  }
}

private struct TemplateBody: Decodable, Sendable {
  let name: TemplateName
  let words: TemplateWords

  private enum Key: String, CodingKey, CaseIterable { case name, words }

  /// - Throws: `DecodingError`, ``Problem``, `NameError`, `TemplateError`, `WordsError`.
  init(from decoder: any Decoder) throws {
    let fields = try decoder.fields(Key.self)
    name = try TemplateName(fields.decode(String.self, forKey: .name))
    words = try TemplateWords(fields.decode(String.self, forKey: .words))
  }
}

extension TemplateName {
  /// For the page on which posts are made: what begins with the template, with a script and without.
  var choice: PageContent {
    let query = "name=\(text.percentEncoded)"
    return [
      "name": text, "words": "/api/v1/templates/template?\(query)",
      "path": "/new?template=\(text.percentEncoded)",
    ]
  }
}

extension Schema {
  fileprivate static let newTemplate = Schema.object(
    "NewTemplate",
    [
      "name": .string("At most \(TemplateName.limit) characters."),
      "words": .string(
        "Markdown of at most \(TemplateWords.limit) characters as a reader counts them."),
    ])

  fileprivate static let template = Schema.object(
    "Template",
    [
      "name": .string(), "words": .string(),
      "changed": .string("When it was last changed, in UTC."),
    ])
}
