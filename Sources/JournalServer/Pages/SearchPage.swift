import Hummingbird
import Journal
import Store

extension JournalServer {
  /// Words in captions, and tags.
  func addSearchPage(to routes: Routes) {
    routes.unlocked(.get, "/search") { [pages] request, _, visit in
      let query = try Query(of: request)
      let (text, tag) = (try query.text("q") ?? "", try query.text("tag") ?? "")
      var filter = PostFilter()
      // Words that no caption can have find nothing: the page says so.
      if !SearchText.words(text).isEmpty { filter.text = String(text.prefix(1_000)) }
      if !tag.isEmpty { filter.tags = [try TagName(tag)] }
      let isAsked = filter.text != nil || !filter.tags.isEmpty
      var content: PageContent = [
        "text": text, "tag": tag, "hasTag": !tag.isEmpty, "isAsked": isAsked, "hasPosts": false,
      ]
      if isAsked {
        let address =
          "/search?q=\(PercentCoding.encoded(text))&tag=\(PercentCoding.encoded(tag))&"
        content.merge(try await list(filter, at: address, request, visit)) { $1 }
      }
      return try pages.response("search", content, for: request)
    }
  }
}
