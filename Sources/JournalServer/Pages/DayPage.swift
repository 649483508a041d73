import CaptureTime
import Hummingbird
import Journal

extension JournalServer {
  func addDayPage(to routes: Routes) {
    routes.unlocked(.get, "/days/:day") { [pages, workers] request, context, visit in
      let day = try context.parameter("day") { CivilDate(iso: $0) }
      let words = pages.words(for: request)
      // No more than a number, and a form for what is in this owner's trash.
      let deleted = try Query(of: request).number("deleted", in: 1...Int.max)
      let content = try await workers.run {
        let posts = try visit.journal.posts.all(PostFilter(DayBounds(DayRange(day))))
        let today = today(try visit.journal.settings.current())
        return [
          "title": words.title(day), "day": "\(day)", "posts": posts.cards(words),
          "isOfOneDay": true,
          "hasPosts": !posts.isEmpty, "postCount": words.count(posts.count, "onePost", "manyPosts"),
          "isToday": day == today, "month": "\(Month(containing: day))",
          "monthTitle": words.title(Month(containing: day)),
          "previous": Self.link(day.previous, words), "next": Self.link(day.next, words),
          "deleted": deleted.map { ["path": "/posts/\($0)/restore"] }.once,
        ] as PageContent
      }
      return try pages.response("day", content, for: request)
    }
  }

  private static func link(_ day: CivilDate, _ words: Words) -> [PageContent] {
    DayRange.years ~= day.year ? [["path": "/days/\(day)", "title": words.short(day)]] : []
  }
}
