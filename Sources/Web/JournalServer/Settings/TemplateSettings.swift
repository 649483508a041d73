import Hummingbird
import Journal
import Markup
import Store
import Wording

/// The section of the settings that adds, changes and removes an owner's templates.
extension SettingsRoutes {
  private static let path = "\(SettingsGroup.writing.path)/templates"

  func addTemplates(to routes: Routes) {
    routes.unlocked(.post, Self.path) { request, _, visit in
      let form = try await bodies.form(of: request).form
      do {
        try await visit.run { journal in
          let old = try form["was"].flatMap { $0.isEmpty ? nil : try TemplateName($0) }
          try journal.templates.save(
            TemplateWords(form["words"] ?? ""), as: TemplateName(form["name"] ?? ""),
            insteadOf: old, now: settings.now())
        }
        return .redirect(to: SettingsGroup.writing.saved)
      } catch {
        let problem = Problem(error)
        guard [409, 422].contains(problem.status) else { throw problem }
        var content = try await templates(typed: form, visit)
        let texts = pages.words(for: request).problem(problem)
        content["wrongTemplate"] =
          [["name", "template-exists"].contains(problem.name) ? "name" : "words": texts]
        return try await page(
          .writing, request, visit, status: .init(code: problem.status), adding: content)
      }
    }
    routes.unlocked(.post, "\(Self.path)/remove") { request, _, visit in
      let name = try TemplateName(try await Form(of: request)["name"] ?? "")
      let removed: PostTemplate
      do {
        removed = try await visit.run { try $0.templates.remove(name) }
      } catch TemplateError.unknown {
        // Removed twice: it is gone.
        return .redirect(to: SettingsGroup.writing.path)
      }
      var content = try await templates(typed: nil, visit)
      let words = pages.words(for: request)
      content["done"] =
        [
          [
            "path": Self.path,
            "text": words("templateRemoved", ["name": Isolation.shown(removed.name.text)]),
            "fields": [("name", removed.name.text), ("words", removed.words.text)].map {
              ["name": $0, "value": $1] as PageContent
            },
          ]
        ] as [PageContent]
      return try await page(.writing, request, visit, adding: content)
    }
  }

  /// What the group shows of templates: all of them, and a form for the one that an address names.
  func templates(_ query: Query, _ visit: Visit) async throws -> PageContent {
    var fields: [String: String]?
    if let name = try? query.value("template", { try TemplateName($0) }) {
      do {
        let found = try await visit.run { try $0.templates.template(name) }
        fields = ["was": found.name.text, "name": found.name.text, "words": found.words.text]
      } catch TemplateError.unknown {
        // It was removed meanwhile: then it can be a new one.
      }
    }
    return try await templates(typed: fields.map { Form(fields: $0) }, visit)
  }

  /// - Parameters:
  ///   - form: what the form for one shows; nil for nothing yet.
  ///   - visit: whose.
  /// - Returns: the content.
  /// - Throws: `JournalError`.
  private func templates(typed form: Form?, _ visit: Visit) async throws -> PageContent {
    let all = try await visit.run { try $0.templates.all() }
    let was = form?["was"] ?? ""
    return [
      "hasTemplates": !all.isEmpty,
      "templates": all.map { template in
        [
          "name": template.name.text, "line": Markup.firstLine(of: template.words.text, limit: 60),
          "path":
            "\(SettingsGroup.writing.path)?template=\(template.name.text.percentEncoded)#template",
          "isShown": template.name.text == was,
        ] as PageContent
      },
      "templateForm": [
        "was": was, "isNew": was.isEmpty, "name": form?["name"] ?? "",
        "words": form?["words"] ?? "",
      ] as PageContent,
      "templateNameLimit": TemplateName.limit,
    ]
  }
}
