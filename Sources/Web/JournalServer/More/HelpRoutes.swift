import Hummingbird
import Markup
import Wording

/// The manual, served from this machine: its pages by name, and a list of them.
struct HelpRoutes: ServerRoutes {
  let server: ServerParts

  func add(to routes: Routes) {
    routes.unlocked(.get, "/help") { request, _, _ in
      let topics = pages.manual.map { page in
        ["name": page.name, "title": page.title, "purpose": page.purpose]
      }
      return try await self.page(of: "help", ["topics": topics], for: request)
    }
    routes.unlocked(.get, "/help/:topic") { request, context, _ in
      let page = try context.parameter("topic") { name in
        pages.manual.first { $0.name == name }
      }
      return try await self.page(
        of: "help-page", ["title": page.title, "html": html(of: page)], for: request)
    }
  }

  private func html(of page: ManualPage) -> String {
    Markup(page.text).manual { address in
      if address.contains(":") || address.hasPrefix("#") { return address }
      let parts = address.split(separator: "#", maxSplits: 1)
      let name = parts.first.map { $0.hasSuffix(".md") ? String($0.dropLast(3)) : "" }
      // Other files of the project are not here.
      guard let name, pages.manual.contains(where: { $0.name == name }) else { return nil }
      return "/help/\(name)" + (parts.count > 1 ? "#\(parts[1])" : "")
    }
  }
}
