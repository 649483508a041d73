import CaptureTime
import Hummingbird
import Journal
import Stamping
import Store
import Wording

/// The page of a post, and its forms.
struct PostPageRoutes: ServerRoutes {
  let server: ServerParts
  let editor: PostEditor
  let posting: PhotoPosting
  let drafts: Drafts
  let forms: FormBodies
  let composer: ComposerRoutes

  func add(to routes: Routes) {
    addPhotos(to: routes)
    routes.unlocked(.get, "/posts/:number") { request, context, visit in
      try await page(context.parameter("number") { Int($0) }, request, visit)
    }
    routes.unlockedForm(
      "/posts/:number", readBy: forms, keptIn: drafts
    ) { request, context, visit, sent in
      try await change(context.parameter("number") { Int($0) }, sent, request, visit)
    }
    routes.unlocked(.post, "/posts/:number/star") { request, context, visit in
      try await star(context.parameter("number") { Int($0) }, request, visit)
    }
    routes.unlocked(.post, "/posts/:number/mood") { request, context, visit in
      let number = try context.parameter("number") { Int($0) }
      let form = try await Form(of: request)
      var change = PostChange()
      change.mood = .some(try Mood.typed(form["mood"] ?? ""))
      try await visit.run { [change] in _ = try $0.posts.edit([number], change, now: now()) }
      return .redirect(to: LockPage.local(form["back"] ?? "") ?? "/posts/\(number)")
    }
    routes.unlocked(.post, "/posts/:number/discard") { request, context, visit in
      let number = try context.parameter("number") { Int($0) }
      let form = try await Form(of: request)
      try await drafts.remove(
        form.draftName, at: "/posts/\(number)", visit, isSaved: false)
      return .redirect(to: "/posts/\(number)")
    }
    routes.unlocked(.post, "/posts/:number/delete") { request, context, visit in
      let number = try context.parameter("number") { Int($0) }
      let back = try await Form(of: request)["back"].flatMap(LockPage.local)
      return .redirect(
        to: try await visit.run { journal in
          let post = try journal.posts.post(number)
          let neighbours = try journal.posts.neighbours(of: post)
          try journal.trash.move([number], now: now())
          return Deletion.next(after: post, neighbours, back: back)
        })
    }
    routes.unlocked(.post, "/posts/:number/restore") { _, context, visit in
      let number = try context.parameter("number") { Int($0) }
      let post = try await visit.run { journal in
        do {
          return try journal.trash.restore([number]).first
        } catch JournalError.postNotInTrash {
          // A person who goes back to the page of a deletion and undoes it twice has what they want.
          return try journal.posts.post(number)
        }
      }
      return .redirect(to: post.map { "/posts/\($0.number)" } ?? "/trash")
    }
  }

  /// Stars a post, or takes its star away. A script is told by which tag the post is known now, if it
  /// knew it before: else somebody else changed it meanwhile, which is still to be seen.
  private func star(_ number: Int, _ request: Request, _ visit: Visit) async throws -> Response {
    let form = try await Form(of: request)
    let (before, after) = try await visit.run { journal in
      let before = try journal.posts.post(number)
      var change = PostChange()
      change.isStarred = form["starred"] == "1"
      return (before, try journal.posts.edit([number], change, now: now())[0])
    }
    guard form["script"] != nil else {
      return .redirect(to: LockPage.local(form["back"] ?? "") ?? "/posts/\(number)")
    }
    let isKnown = try form["version"] == before.tag.description
    return .empty(.noContent, headers: isKnown ? [.eTag: try after.tag.description] : [:])
  }

  private func change(
    _ number: Int, _ sent: SentForm, _ request: Request, _ visit: Visit
  ) async throws -> Response {
    let words = pages.words(for: request)
    var form = sent.form
    let address: String
    var added: [String] = []
    do {
      let (post, change, photos, future) = try await visit.run { [form] journal in
        let posts = journal.posts
        let post = try posts.post(number)
        var change = try PostChange(form, of: post) { try Self.look(of: $0, visit) }
        if !change.isEmpty { change.keepsVersion = form["both"] != nil }
        change.allowsFuture = form["future"] != nil
        // Words are not moved to a later day at all, which is said instead.
        let time = post.photo == nil ? nil : change.time
        let future = try time.flatMap {
          try FutureTime(rule: journal.settings.current().rule, now: now())
            .text($0, in: words)
        }
        return (post, change, try PhotosForm(form, of: post), future)
      }
      if let future, form["future"] == nil {
        let question = words("edit-future", ["time": future])
        return try await page(number, request, visit, typed: form, question: question)
      }
      if !sent.photos.isEmpty {
        let none = PostDetails(caption: .empty, isStarred: false, tags: [])
        let parts = try await posting.joined(sent.photos, for: visit.device).map {
          posting.part($0.file, live: $0.live, PhotoPosting.Said(details: none))
        }
        added = parts.map(\.photo.nameForReaders)
        form = try await form.about(
          posting.add(parts, to: number, ifMatch: form["version"] ?? "", visit))
      }
      if !change.isEmpty {
        form = try await form.about(
          editor.edit(number, change, ifMatch: form["version"] ?? "", in: visit))
      }
      var removed: Int?
      if !photos.arrangement.isEmpty {
        removed = try await visit.run { [form] journal in
          try journal.posts.arrange(number, photos.arrangement, now: now()) {
            try $0.check(ifMatch: form["version"] ?? "")
          }.removed.first
        }
      }
      address = photos.address(of: post, removed: removed)
    } catch {
      // What a person typed is kept beside what was wrong with it; the rest is for the problem page.
      let problem = Problem(error)
      let isGone = ["no-post", "in-trash"].contains(problem.name)
      if isGone, form["words"]?.isEmpty == false {
        // A post that is not there any more: the words can be another one.
        return try await composer.page(
          PostFields(form), request, visit, form: form, refused: problem)
      }
      let isOfFile = problem.photo != nil && problem.status == 415
      guard [409, 412, 422].contains(problem.status) || isOfFile else { throw problem }
      let name = problem.photo.flatMap { place in
        added.indices.contains(place - 1) ? added[place - 1] : nil
      }
      return try await page(
        number, request, visit, typed: form, refused: problem, ofPhoto: name)
    }
    try await drafts.remove(form.draftName, at: "/posts/\(number)", visit, isSaved: true)
    return .redirect(to: address)
  }

  /// The page of a post.
  ///
  /// - Parameters:
  ///   - number: the post.
  ///   - request: says in which language.
  ///   - visit: whose post.
  ///   - form: what a person typed into its form, which is there again.
  ///   - refused: why that was not taken.
  ///   - name: the file's that was refused; nil where that is no file.
  ///   - question: what is asked before it is taken.
  /// - Returns: the page, with the status of what was wrong.
  /// - Throws: `JournalError`.
  private func page(
    _ number: Int, _ request: Request, _ visit: Visit, typed form: Form? = nil,
    refused: Problem? = nil, ofPhoto name: String? = nil, question: String? = nil
  ) async throws -> Response {
    let words = pages.words(for: request)
    // What was typed here and not saved is there again, also without its name.
    let draft = form == nil ? try await kept(of: request, for: visit) : nil
    if let draft, try await isGone(number, visit) {
      return try await composer.page(
        PostFields(Form(fields: draft.fields)), request, visit, draft: draft)
    }
    let sent =
      form ?? draft.map { Form(fields: $0.fields.merging(["draft": $0.name.text]) { $1 }) }
    var content = try await visit.run { journal in
      let post = try journal.posts.post(number)
      let renderer = WordsOnPage(journal: journal, pictures: visit.pictures, texts: words)
      let photo = try post.photoOnPage(
        form?["photo"] ?? Query(of: request)["photo"] ?? draft?.photo(of: post))
      let look = try Self.look(of: photo?.photo, visit)
      let page = PostPage(
        post: post, photo: photo, neighbours: try journal.posts.neighbours(of: post), look: look,
        pictures: visit.pictures, words: words,
        written: try renderer.written(post.words, of: post, firstHeading: 2),
        way: WayBack(of: request, words))
      var content = try page.content()
      let today = try journal.today(at: now())
      content["newDay"] = (post.day <= today ? "\(post.day)" : nil).once
      let choices = sent.map { PhotoChoices($0, of: photo?.place) }
      let typed = choices?.form
      if let choices, let typed {
        content["choices"] = choices.others(of: post)
        if photo?.photo.isVideo == false {
          content["labelled"] =
            look.map { LabelFields($0, typed: { typed[$0] }).content(words) }.once
          if choices.saysEdit {
            content["edited"] =
              EditFields(typed: { typed[$0] }).content(words, source: page.picture)
          }
        }
        content["typed"] = PostFields(typed).content(words)
        // A form that was refused for another reason, or not even sent, is about the state that it was
        // made of: what somebody else saved since then is still to be seen.
        if refused?.status == 412 {
          content["stored"] = typed["words"].map { _ in post.words }.once
        } else if let version = typed["version"] {
          content["version"] = version
        }
        content["hasBoth"] = refused?.status == 412 || typed["both"] != nil
      }
      let moved = try Query(of: request)["moved"].flatMap { Int($0) }
      content["arranged"] = Self.photos(
        of: post, typed: typed, edited: photo?.place, moved: moved, visit)
      content["hasSeveral"] = post.photos.count > 1
      content["canAdd"] = post.photos.count < Post.photoLimit
      content["types"] = ComposerRoutes.types
      content["deleted"] = try Deletion.notice(of: request, visit)
      content["done"] = try Self.removedPhoto(of: request, from: post, visit, words)
      return content
    }
    content["isSaved"] = try form == nil && Query(of: request)["saved"] != nil
    content["isRefused"] = form != nil
    content["question"] =
      question.map {
        ["text": $0, "form": "edit", "button": words("edit-anyway")] as PageContent
      }.once
    content["isUnsaved"] = sent != nil
    content["isEditing"] = try sent != nil || Query(of: request)["edit"] != nil
    content["isDraft"] = draft != nil
    content["back"] = Deletion.timeline(of: request).once
    content["draft"] = Self.draftName(sent)
    if let refused {
      let problem = words.problem(refused)
      content["problem"] = name.map { name in problem.map { "\(name): \($0)" } } ?? problem
      content["wrong"] = PostFields.wrong(refused, words)
    }
    return try await page(
      of: "post", content, for: request,
      status: refused.map { .init(code: $0.status) }
        ?? (question == nil ? .ok : .unprocessableContent))
  }

  /// What was typed into the form of a page: what its address names, else what was kept last.
  private func kept(of request: Request, for visit: Visit) async throws -> Draft? {
    if let draft = try await drafts.draft(of: request, for: visit) { return draft }
    return try await drafts.all(visit, at: Drafts.path(of: request)).first
  }

  /// How a photo's label looks; nil without a photo, and where what is stored is no look: the post is read
  /// and changed all the same, but for its label.
  private static func look(of photo: PostPhoto?, _ visit: Visit) throws -> LabelLook? {
    guard let photo else { return nil }
    do {
      return try visit.journal.posts.look(of: photo)
    } catch JournalError.database(let failure) where failure.kind == .corrupt {
      return nil
    }
  }

  /// Whether a post is in the trash, or nowhere.
  private func isGone(_ number: Int, _ visit: Visit) async throws -> Bool {
    try await visit.run { journal in
      do {
        return try journal.posts.post(number).trashed != nil
      } catch JournalError.unknownPost {
        return true
      }
    }
  }

  /// By which a form's draft is known: that of the form before, or a new one.
  static func draftName(_ typed: Form?) -> String {
    (typed?.draftName ?? DraftName()).text
  }
}

extension Form {
  /// The same about the post as it is now, of which it has seen the state before.
  fileprivate func about(_ post: Post) throws -> Form {
    Form(fields: fields.merging(["version": try post.tag.description]) { $1 })
  }
}

extension Posts {
  /// Whether a post is in the trash; of one that is nowhere it is not.
  func isInTrash(_ number: Int) throws -> Bool {
    do {
      return try post(number).trashed != nil
    } catch JournalError.unknownPost {
      return false
    }
  }
}
