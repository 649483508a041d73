import HTTPTypes
import Hummingbird
import Journal
import Stamping
import Store
import SystemPackage

/// Fills an empty journal with sample posts, and removes them again.
struct SampleRoutes: ServerRoutes {
  let server: ServerParts
  let posting: PhotoPosting

  func add(to routes: Routes) {
    routes.unlocked(.post, "/samples") { request, _, visit in
      try await fill(visit, pages.words(for: request))
      return .redirect(to: "/")
    }
    routes.unlocked(.post, "/samples/remove") { request, _, visit in
      let form = try await Form(of: request)
      let left = try await visit.run { [texts = pages.texts] journal in
        let found = try SamplesFound(in: journal, texts)
        let chosen = found.changed.filter { form["post-\($0.number)"] != nil }
        try SamplesFound.delete(found.asMade + chosen, in: journal, now: now())
        return found.changed.count - chosen.count
      }
      // What its owner changed stays until it is chosen, which is asked once.
      return .redirect(to: left > 0 && form["asked"] == nil ? "/samples" : "/")
    }
    routes.unlocked(.get, "/samples") { request, _, visit in
      let words = pages.words(for: request)
      let content = try await visit.run { [texts = pages.texts] journal in
        let changed = try SamplesFound(in: journal, texts).changed
        return [
          "posts": changed.cards(words, visit.pictures), "hasPosts": !changed.isEmpty,
        ] as PageContent
      }
      return try await page(of: "samples", content, for: request)
    }
  }

  /// Posts them all, where there is no post yet: each once, however often it is asked for.
  private func fill(_ visit: Visit, _ words: Words) async throws {
    let (today, isEmpty) = try await visit.run { journal in
      (try journal.today(at: now()), try journal.days.areEmpty())
    }
    guard isEmpty else { return }
    for sample in SamplePost.all {
      guard let file = sample.file, let said = try sample.said(words, today: today) else {
        try await visit.run { journal in
          var new = NewWords(try PostWords(words(sample.text)))
          new.mood = sample.mood
          _ = try journal.posts.write(new, key: sample.key, now: now())
        }
        continue
      }
      let photo = InputPhoto(received: FilePath("\(pages.folder)/samples/\(file)"), name: file)
      let part = PhotoPosting.Part(
        photo: photo, said: said,
        effort: { try PhotoEffort(of: PhotoReader(photo).whole().bytes) },
        file: { try ReadFile(photo) })
      _ = try await posting.post([part], sample.key, said, visit)
    }
  }
}
